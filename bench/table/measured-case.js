import { fileURLToPath } from 'node:url';
import { measured } from '../peak-memory.js';

const CHILD = fileURLToPath(new URL('child.js', import.meta.url));

/** A case on a bundle, in a process of its own; `over` where it was stopped after so many seconds. */
export async function measuredCase(bundle, name, args, patience = 30) {
  const { out, code, megabytes, stopped } = await measured(
    [CHILD, bundle, name, JSON.stringify(args)],
    patience,
  );
  if (stopped) return { seconds: patience, over: true, answer: '' };
  if (code !== 0) throw new Error(`internal: ${name}(${args}) failed on ${bundle}`);
  return { ...JSON.parse(out), megabytes };
}

/** The least seconds of some processes, each with its start. */
export async function measuredProcess(args, times) {
  let best = Infinity;
  for (let i = 0; i < times; i++) best = Math.min(best, (await measured(args)).seconds);
  return { seconds: best, answer: '' };
}

/** The case with the least seconds of several processes. */
export async function leastCase(times, ...of) {
  let best = await measuredCase(...of);
  for (let i = 1; i < times && !best.over; i++) {
    const next = await measuredCase(...of);
    if (next.seconds < best.seconds) best = next;
  }
  return best;
}
