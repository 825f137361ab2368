/**
 * The place and value of the minimum of a function that falls and then rises, to within `width`:
 * golden-section search.
 */
export function minimise(
  g: (x: number) => number,
  from: number,
  to: number,
  width: number,
): { x: number; value: number } {
  const golden = 0.6180339887498949;
  let low = from;
  let high = to;
  let a = high - golden * (high - low);
  let b = low + golden * (high - low);
  let atA = g(a);
  let atB = g(b);
  while (high - low > width) {
    if (atA <= atB) {
      high = b;
      b = a;
      atB = atA;
      a = high - golden * (high - low);
      atA = g(a);
    } else {
      low = a;
      a = b;
      atA = atB;
      b = low + golden * (high - low);
      atB = g(b);
    }
  }
  return atA <= atB ? { x: a, value: atA } : { x: b, value: atB };
}
