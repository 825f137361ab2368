import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a queue costs against threads of one process, on the same tasks and this machine. `node bench/queue.js`
 * runs 1,000 tasks of about 100 ms, `node bench/queue.js 10000` as many as are asked for. Needs the build and a
 * redis-server.
 */

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const PORT = 6398;
const ADDRESS = `redis://127.0.0.1:${PORT}/0`;
const LONG_TASKS = Number(process.argv[2] ?? 1000);

const folder = mkdtempSync(join(tmpdir(), 'onerun-bench-'));
const server = spawn(
  'redis-server',
  ['--port', `${PORT}`, '--appendonly', 'yes', '--save', '', '--dir', folder],
  {
    stdio: 'ignore',
  },
);

/** A sweep with a value of sigma for each task, or for each two: games and what they prove. */
const sigmas = (count) => Array.from({ length: count }, (_, i) => (0.5 + i / count).toFixed(6)).join(',');
const SHORT = (count) => ['gaussian', '--method', 'paper', '-m', '100', '--sigma', sigmas(count)];
const LONG = (count) => [
  ...['gaussian', '--simulate', '--games', '60', '--method', 'paper', '-m', '30000'],
  ...['--sigma', sigmas(count / 2)],
];

/** Says at the end how many seconds of processor time a process took. */
const PROBE =
  "data:text/javascript,import{isMainThread}from'node:worker_threads';const c=()=>{const{user,system}=process.cpuUsage();process.stderr.write('cpu '+(user+system)/1e6)};if(isMainThread)process.on('exit',c)";
const cpuIn = (text) =>
  Number(
    text
      .match(/cpu ([\d.e-]+)/g)
      .at(-1)
      .slice(4),
  );

/** Seconds of processor time that the server has taken so far. */
const cpuOfServer = () => {
  const [user, system] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(' ').slice(13, 15);
  return (Number(user) + Number(system)) / 100;
};

let runs = 0;

/** Seconds that a sweep takes from its start to its end, those of processors, and how many tasks it did. */
async function reproduce(args) {
  const begin = performance.now();
  const out = join(folder, `out${runs++}`);
  // A part of one is not drawn.
  const words = ['--import', PROBE, CLI, 'reproduce', ...args, '--shard', '1/1', '--json', '--out', out];
  const child = spawn(process.execPath, words);
  let [text, err] = ['', ''];
  child.stdout.on('data', (data) => {
    text += data;
  });
  child.stderr.on('data', (data) => {
    err += data;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(err);
  const [{ computed }] = JSON.parse(text).figures;
  return { seconds: (performance.now() - begin) / 1000, cpu: cpuIn(err), tasks: computed };
}

/** The same through a queue, by so many workers of so many threads each. */
async function queued(args, workers, threads) {
  const words = ['--import', PROBE, CLI, 'worker', '--queue', ADDRESS, '--threads', `${threads}`];
  const started = Array.from({ length: workers }, () => {
    const worker = { child: spawn(process.execPath, words), err: '' };
    worker.child.stderr.on('data', (text) => {
      worker.err += text;
    });
    return worker;
  });
  await Promise.all(started.map(({ child }) => once(child.stderr, 'data')));
  const before = cpuOfServer();
  const found = await reproduce([...args, '--queue', ADDRESS]);
  const cpu = found.cpu + cpuOfServer() - before;
  for (const { child } of started) child.kill('SIGINT');
  await Promise.all(started.map(({ child }) => once(child, 'close')));
  return { ...found, cpu: started.reduce((sum, { err }) => sum + cpuIn(err), cpu) };
}

/** The least of three, taken in turn, since others use the machine too. */
async function leastOf(...ways) {
  const least = ways.map(() => ({ seconds: Infinity, cpu: Infinity, tasks: 0 }));
  for (let turn = 0; turn < 3; turn++)
    for (const [i, way] of ways.entries()) {
      const found = await way();
      least[i] = {
        ...found,
        seconds: Math.min(found.seconds, least[i].seconds),
        cpu: Math.min(found.cpu, least[i].cpu),
      };
    }
  return least;
}

try {
  const short = SHORT(1000);
  const [alone, through] = await leastOf(
    () => reproduce([...short, '--workers', '1']),
    () => queued(short, 1, 1),
  );
  console.log(
    `${alone.tasks} short tasks: one thread ${alone.seconds.toFixed(2)} s, a worker of one thread ${through.seconds.toFixed(2)} s, overhead ${((1000 * (through.seconds - alone.seconds)) / alone.tasks).toFixed(2)} ms per task (${((1000 * (through.cpu - alone.cpu)) / alone.tasks).toFixed(2)} ms of processor time)`,
  );
  const some = LONG(400);
  const one = await queued(some, 1, 1);
  const two = await queued(some, 2, 1);
  const thread = await reproduce([...some, '--workers', '1']);
  const both = await reproduce([...some, '--workers', '2']);
  console.log(
    `${one.tasks} tasks of about 100 ms: one worker ${one.seconds.toFixed(1)} s, two ${two.seconds.toFixed(1)} s, ${(one.seconds / two.seconds).toFixed(2)} times as fast (two threads ${both.seconds.toFixed(1)} s, ${(thread.seconds / both.seconds).toFixed(2)} times one)`,
  );
  const long = LONG(LONG_TASKS);
  const threads = await reproduce([...long, '--workers', '2']);
  const queue = await queued(long, 1, 2);
  console.log(
    `${threads.tasks} tasks of about 100 ms: two threads ${threads.seconds.toFixed(1)} s, a worker of two threads ${queue.seconds.toFixed(1)} s, ${(100 * (queue.seconds / threads.seconds - 1)).toFixed(1)}% more (processor time ${threads.cpu.toFixed(1)} s and ${queue.cpu.toFixed(1)} s, ${(100 * (queue.cpu / threads.cpu - 1)).toFixed(1)}% more)`,
  );
} finally {
  server.kill('SIGKILL');
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
