import { FIGURES, type Figure } from '../../../src/experiments/index.ts';

/** A figure of `onerun reproduce` as plain data. */
export type PaperFigure = Pick<Figure, 'name' | 'layout'>;

export function paperFigures(): PaperFigure[] {
  return FIGURES.map(({ name, layout }) => ({ name, layout }));
}
