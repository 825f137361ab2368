import type { TradeOff } from '../claims/index.ts';

const MOST = 20_000;
const known = new WeakMap<TradeOff, Map<string, unknown>>();

/** What was computed of a curve before: audits of many runs of one design ask the same again and again. */
export function remembered<T>(f: TradeOff, key: string, compute: () => T): T {
  const ofCurve = known.get(f) ?? new Map<string, unknown>();
  known.set(f, ofCurve);
  if (ofCurve.has(key)) return ofCurve.get(key) as T;
  const found = compute();
  if (ofCurve.size >= MOST) ofCurve.clear();
  ofCurve.set(key, found);
  return found;
}
