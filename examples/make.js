/**
 * Makes the examples with the command line: node examples/make.js [--train] [FOLDER] (after npm run build).
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const [folder = here] = process.argv.slice(2).filter((arg) => arg !== '--train');

const cli = join(here, '../dist/cli.js');

function simulate(file, args) {
  const all = ['simulate', ...args, '--digits', '6', '--out', join(folder, file), '--force'];
  execFileSync(process.execPath, [cli, ...all]);
}

const sum = ['--mechanism', 'gaussian-sum', '--sigma', '1'];
simulate('sound.csv', [...sum, '-m', '1000', '--seed', 'sound']);
simulate('half-noise.csv', [...sum, '-m', '1000', '--bug', 'half-noise', '--seed', 'half the noise']);
simulate('reconstruction.csv', [...sum, '-m', '500', '--options', '5', '--seed', 'reconstruction']);

// 400 runs that one and the same canary is in or out of, with half of the noise that gaussian(sigma=1) promises.
const { createRandom } = await import('../dist/numerics.js');
const random = createRandom('one canary per run');
const rows = Array.from({ length: 400 }, (_, run) => {
  const included = random.coin();
  return `${run + 1},canary,${(included + 0.5 * random.normal()).toFixed(6)},${included}\n`;
});
writeFileSync(join(folder, 'single-canary.csv'), `run,id,score,included\n${rows.join('')}`);

// Two minutes of training, so only when asked for: node examples/make.js --train. Needs the optional
// packages.
function train(name, args) {
  const privacy = ['--noise', '1', '--rate', '0.02', '--steps', '1000'];
  const all = ['train', '--data', 'mnist', '--model', 'mlp', ...privacy, '--canaries', '1000', ...args];
  execFileSync(process.execPath, [cli, ...all, '--seed', name, '--out', join(folder, name), '--force'], {
    stdio: 'inherit',
  });
}

if (process.argv.includes('--train')) {
  train('mnist', []);
  train('mnist-half-noise', ['--bug', 'half-noise']);
}
