/** Makes the audit that the README shows, with a report, and says where the report lies (npm start). */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const REFUTED = 1;

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const report = at('report.html');
const words = ['audit', 'examples/half-noise.csv', '--claim', 'gaussian(sigma=1)'];
const { status } = spawnSync(process.execPath, [at('dist/cli.js'), ...words, '--report', report, '--force'], {
  cwd: at('.'),
  stdio: 'inherit',
});
// The claim of the example does not hold: that is what the audit is to find.
if (status !== REFUTED) process.exit(status ?? 3);
console.log(`\nThe report is in ${report}: open it in a browser.`);
