import type { Family } from '../../claims/index.ts';
import { quoted } from '../../quote.ts';

/** How long work goes on before it is worth a word. */
const PATIENCE = 1000;

/** A family whose members announce themselves on a terminal's standard error once the search takes over a second. */
export function announced(family: Family): Family {
  const { stderr } = process;
  if (family.search === undefined || !stderr.isTTY) return family;
  const begin = performance.now();
  let curves = 0;
  return {
    ...family,
    at(parameter) {
      curves++;
      const elapsed = performance.now() - begin;
      if (elapsed > PATIENCE)
        stderr.write(
          `\r\u001b[Ksearching ${quoted(family.name)}: ${curves} curves in ${(elapsed / 1000).toFixed(0)} s`,
        );
      return family.at(parameter);
    },
  };
}

/** Tells how many of so many are done, once that takes over a second. */
export function countProgress(what: string, total: number): (done: number) => void {
  const progress = byteProgress(what);
  return (done) => progress(done, total);
}

/** Clears the line that progress was written to. */
export function progressDone(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

/** Tells how far a file has been read, once that takes over a second. */
export function byteProgress(what: string): (done: number, total: number) => void {
  const { stderr } = process;
  const begin = performance.now();
  let last = begin;
  return (done, total) => {
    const now = performance.now();
    if (!stderr.isTTY || now - begin < PATIENCE || now - last < 100) return;
    last = now;
    const share = Math.min(1, done / Math.max(1, total));
    const bar = '#'.repeat(Math.round(24 * share)).padEnd(24, '.');
    stderr.write(`\r\u001b[K${what} [${bar}] ${(100 * share).toFixed(0)}%`);
  };
}
