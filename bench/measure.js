import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Median seconds of one call, over at least `least` seconds. */
export function median(run, least = 0.5, warm = 20) {
  for (let i = 0; i < warm; i++) run();
  const times = [];
  for (const end = performance.now() + 1000 * least; performance.now() < end || times.length === 0; ) {
    const begin = performance.now();
    run();
    times.push((performance.now() - begin) / 1000);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

/**
 * The lines of JSON that a Python script beside this file writes for some input, or null where it cannot run.
 */
export function python(script, input) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  try {
    const out = execFileSync('python3', [path], {
      input: JSON.stringify(input),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    return out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  } catch {
    console.log('Skipped the comparison: it needs python3 with NumPy and SciPy.\n');
    return null;
  }
}

export const milliseconds = (seconds) => `${(1000 * seconds).toPrecision(3)} ms`;
