import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const PROBE =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))";
const FIGURES = ['gaussian', 'guesses', 'buckets', 'deltas', 'runs', 'dpsgd', 'evidence'];

/**
 * Seconds and peak memory of one command in a process and a folder of its own; start and pictures included.
 */
function reproduce(args) {
  const folder = mkdtempSync(join(tmpdir(), 'onerun-bench-'));
  const begin = performance.now();
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--import', PROBE, CLI, 'reproduce', ...args, '--out', folder],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  const seconds = (performance.now() - begin) / 1000;
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(stderr);
  return {
    seconds,
    megabytes:
      Number(
        stderr
          .match(/peak (\d+)/g)
          .at(-1)
          .slice(5),
      ) / 1024,
  };
}

const workers = availableParallelism();
console.log(`Every figure in closed form, ${workers} workers against one`);
for (const figure of [...FIGURES, null]) {
  const args = figure === null ? [] : [figure];
  const many = reproduce(args);
  const one = reproduce([...args, '--workers', '1']);
  console.log(
    `  ${(figure ?? 'all').padEnd(8)} ${many.seconds.toFixed(1)} s, one worker ${one.seconds.toFixed(1)} s, ratio ${(one.seconds / many.seconds).toFixed(2)}x`,
  );
}

console.log('Ten million canaries played, 8 games each, whatever the number of workers');
for (const [figure, count] of [
  ['gaussian', '2'],
  ['gaussian', '64'],
  ['guesses', '2'],
  ['guesses', '64'],
]) {
  const played = ['--simulate', '--games', '8', '--sigma', '1', '--canaries', '1e7', '--method', 'paper'];
  const { seconds, megabytes } = reproduce([figure, ...played, '--workers', count]);
  console.log(
    `  ${figure}, ${count} workers: ${seconds.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB${megabytes > 2048 ? ' (TOO MUCH)' : ''}`,
  );
}
