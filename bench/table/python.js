import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * The lines of JSON that a Python script in bench/ writes for some input, or null where it cannot run.
 */
export function python(script, input) {
  const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
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
    console.error('Skipped a comparison: it needs python3 with NumPy and SciPy.');
    return null;
  }
}
