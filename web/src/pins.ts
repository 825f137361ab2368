import { useEffect, useState } from 'preact/hooks';
import type { BenchSource } from '../../src/bench/index.ts';

/** A figure that is kept for comparing: what it shows, and where its cuts stand. */
export interface Pin {
  readonly key: number;
  readonly name: string;
  readonly source: BenchSource;
  readonly view: string;
}

/** So many stand beside each other; one more takes the place of the oldest. */
const MOST = 2;

let keys = 0;
let pins: readonly Pin[] = [];
const listeners = new Set<(pins: readonly Pin[]) => void>();

function set(next: readonly Pin[]): void {
  pins = next;
  for (const listener of listeners) listener(pins);
}

export function newPin(name: string, source: BenchSource, view: string): Pin {
  return { key: ++keys, name, source, view };
}

export function pin(name: string, source: BenchSource, view: string): void {
  set([...pins, newPin(name, source, view)].slice(-MOST));
}

export function unpin(key: number): void {
  set(pins.filter((one) => one.key !== key));
}

/** What is pinned, as long as the page is open. */
export function usePins(): readonly Pin[] {
  const [shown, setShown] = useState(pins);
  useEffect(() => {
    listeners.add(setShown);
    setShown(pins);
    return () => void listeners.delete(setShown);
  }, []);
  return shown;
}
