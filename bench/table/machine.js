import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** The machine and the moment, in a sentence. */
export function machine(loadBefore, seconds) {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = [...loadBefore.slice(0, 1), loadavg()[0]].map((x) => x.toFixed(1));
  return [
    `${new Date().toISOString().slice(0, 10)}`,
    `${processors.length} x ${processors[0].model.trim()}, ${memory} GiB, ${type()} ${release()}`,
    `Node ${process.version}`,
    `load ${load[0]} when it began and ${load[1]} when it ended`,
    `all of it in ${Math.round(seconds)} s`,
  ].join('; ');
}
