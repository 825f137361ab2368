/**
 * Known advisories about what users install: npm run advisories. Ends in 1 where one is high or critical; where the
 * registry gives no answer it says "not checked", and ends in 0.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  encoding: 'utf8',
  timeout: 20_000,
});
const counts = countsOf(stdout);
if (counts === null) console.log('Advisories: not checked, the registry gives no answer.');
else {
  const { high = 0, critical = 0, total = 0 } = counts;
  console.log(`Advisories: ${total} known, ${high} high, ${critical} critical.`);
  if (high + critical > 0) process.exitCode = 1;
}

/** How many advisories there are of each severity; null where the answer is not one. */
function countsOf(text) {
  try {
    return JSON.parse(text).metadata?.vulnerabilities ?? null;
  } catch {
    return null;
  }
}
