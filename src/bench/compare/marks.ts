import { px } from '../draw/svg.ts';
import { STATE_COLOURS } from '../style.ts';

type Shape = (x: number, y: number, r: number) => string;

const polygon = (points: readonly (readonly [number, number])[]): Shape => {
  return (x, y, r) => `M${points.map(([dx, dy]) => `${px(x + dx * r)} ${px(y + dy * r)}`).join('L')}z`;
};

/** One shape for each colour, so that states can be told apart without colours. */
const SHAPES: readonly Shape[] = [
  (x, y, r) =>
    `M${px(x - r)} ${px(y)}a${px(r)} ${px(r)} 0 1 0 ${px(2 * r)} 0a${px(r)} ${px(r)} 0 1 0 ${px(-2 * r)} 0z`,
  polygon([
    [0, -1.25],
    [1.25, 0],
    [0, 1.25],
    [-1.25, 0],
  ]),
  polygon([
    [-0.9, -0.9],
    [0.9, -0.9],
    [0.9, 0.9],
    [-0.9, 0.9],
  ]),
  polygon([
    [0, -1.2],
    [1.15, 0.9],
    [-1.15, 0.9],
  ]),
  polygon([
    [0, 1.2],
    [1.15, -0.9],
    [-1.15, -0.9],
  ]),
  polygon([
    [-0.4, -1.2],
    [0.4, -1.2],
    [0.4, -0.4],
    [1.2, -0.4],
    [1.2, 0.4],
    [0.4, 0.4],
    [0.4, 1.2],
    [-0.4, 1.2],
    [-0.4, 0.4],
    [-1.2, 0.4],
    [-1.2, -0.4],
    [-0.4, -0.4],
  ]),
  polygon([
    [-1, -0.5],
    [-0.5, -1],
    [0, -0.5],
    [0.5, -1],
    [1, -0.5],
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
    [-0.5, 1],
    [-1, 0.5],
    [-0.5, 0],
  ]),
  polygon([
    [-1.2, 0.5],
    [-1.2, -0.5],
    [1.2, -0.5],
    [1.2, 0.5],
  ]),
];

/** Which colour the state at a place has; they begin again where there are more states. */
export function stateColour(i: number): number {
  return i % STATE_COLOURS;
}

/** The mark of the state at place `i`. */
export function stateMark(i: number, x: number, y: number, r = 6): string {
  return `<path class="c-${stateColour(i)}" d="${SHAPES[i % SHAPES.length](x, y, r)}"/>`;
}
