import { readFileSync } from 'node:fs';

/** A file of reference values. */
// biome-ignore lint/suspicious/noExplicitAny: every file has its own shape
export function golden(name: string): any {
  return JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), 'utf8'));
}

export function relativeError(actual: number, expected: number): number {
  return actual === expected ? 0 : Math.abs((actual - expected) / expected);
}
