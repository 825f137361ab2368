import { px } from '../draw/svg.ts';

/** A run that reached the number is a filled diamond, one that did not an open circle. */
export function runMark(x: number, y: number, isReached: boolean, size = 5.5): string {
  return isReached
    ? `<path class="r-reached" d="M${px(x)} ${px(y - size - 0.5)}l${px(size + 0.5)} ${px(size + 0.5)}l${px(-size - 0.5)} ${px(size + 0.5)}l${px(-size - 0.5)} ${px(-size - 0.5)}z"/>`
    : `<circle class="r-missed" cx="${px(x)}" cy="${px(y)}" r="${px(size - 1)}"/>`;
}
