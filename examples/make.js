/** Makes the example score files with the command line: node examples/make.js [FOLDER] (after npm run build). */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = process.argv[2] ?? here;

function simulate(file, args) {
  const cli = join(here, '../dist/cli.js');
  const all = ['simulate', ...args, '--digits', '6', '--out', join(folder, file), '--force'];
  execFileSync(process.execPath, [cli, ...all]);
}

const sum = ['--mechanism', 'gaussian-sum', '--sigma', '1'];
simulate('sound.csv', [...sum, '-m', '1000', '--seed', 'sound']);
simulate('half-noise.csv', [...sum, '-m', '1000', '--bug', 'half-noise', '--seed', 'half the noise']);
simulate('reconstruction.csv', [...sum, '-m', '500', '--options', '5', '--seed', 'reconstruction']);
