/**
 * Runs scripts of package.json at the same time, and prints what each says when it has ended:
 *   node scripts/side-by-side.js lint typecheck
 */
import { spawn } from 'node:child_process';

const codes = await Promise.all(
  process.argv.slice(2).map((name) => {
    const child = spawn('npm', ['run', '--silent', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text));
    return new Promise((resolve) =>
      child.on('close', (code) => {
        process.stdout.write(
          Buffer.concat([Buffer.from(`${name}: ${code === 0 ? 'in order' : code}\n`), ...said]),
        );
        resolve(code);
      }),
    );
  }),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
