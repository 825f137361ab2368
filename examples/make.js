/**
 * Makes the examples with the command line: node examples/make.js [--train] [FOLDER] (after npm run build).
 */
import { execFileSync } from 'node:child_process';
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
