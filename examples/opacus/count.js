/**
 * node examples/opacus/count.js RUNS: audits each run folder SETTING-SEED that measure.py wrote, and prints a CSV row
 * for each: guesses, how many were right, the p-value, whether the claim is refuted.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const options = ['--method', 'optimal', '--family', 'gaussian', '--json'];
const runs = readdirSync(process.argv[2]).map((name) => {
  const [, setting, seed] = name.match(/^(.*)-(\d+)$/);
  return { name, setting, seed: Number(seed) };
});
runs.sort((a, b) => a.setting.localeCompare(b.setting) || a.seed - b.seed);
console.log('setting,seed,guesses,right,p,refuted');
for (const { name, setting, seed } of runs) {
  const args = [program, 'audit', join(process.argv[2], name), ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status > 1) throw new Error(`${name}: ${stderr}`);
  const { observation, tests, refuted } = JSON.parse(stdout);
  const { guesses, correct } = observation;
  const p = tests[0].pValue.toPrecision(3);
  console.log([setting, seed, guesses, correct, p, Number(refuted)].join(','));
}
