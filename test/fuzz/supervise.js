import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What no input may go beyond: seconds of computing, of waiting, and bytes. A busy machine makes all wait. */
const LIMITS = { seconds: 10, waiting: 60, bytes: 1e9 };

/** A worker that holds so much after an input begins the next one anew. */
const FRESH = 5e8;
const LOOK = 50;

/** Bytes of memory and seconds of computing of a process and its children; 0 where the system does not say. */
function taken(pid) {
  const read = (file) => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  const bytes = 1024 * Number(/^VmRSS:\s*(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
  // Behind the name in brackets: the 12th and 13th number are ticks of a hundredth of a second.
  const numbers = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  const seconds = (Number(numbers[11] ?? 0) + Number(numbers[12] ?? 0)) / 100;
  let tasks = [];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {}
  const children = tasks.flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean),
  );
  return children
    .map(taken)
    .reduce((sum, child) => ({ bytes: sum.bytes + child.bytes, seconds: sum.seconds + child.seconds }), {
      bytes,
      seconds,
    });
}

/** A process that reads inputs one after the other, and is ended where one takes too long or too much. */
export class Watched {
  #program;
  #child = null;
  #limits;

  constructor(program, limits = LIMITS) {
    this.#program = program;
    this.#limits = limits;
  }

  /** Asks for one input; resolves to what came of it, with the time and the memory that it took. */
  ask(question) {
    this.#child ??= fork(this.#program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const child = this.#child;
    const limits = this.#limits;
    const begin = performance.now();
    const before = taken(child.pid).seconds;
    const most = { bytes: 0, seconds: 0 };
    const look = () => {
      const now = taken(child.pid);
      most.bytes = Math.max(most.bytes, now.bytes);
      most.seconds = Math.max(most.seconds, now.seconds - before);
      return most;
    };
    return new Promise((resolve) => {
      const done = (answer) => {
        clearInterval(timer);
        child.removeAllListeners();
        const { bytes, seconds } = look();
        if (answer.killed || bytes > FRESH) this.end();
        resolve({ ...answer, seconds, bytes });
      };
      const ended = (fault) => done({ killed: true, fault });
      const timer = setInterval(() => {
        const { bytes, seconds } = look();
        const waited = (performance.now() - begin) / 1000;
        if (seconds > limits.seconds) ended(`no end after ${limits.seconds} s`);
        else if (waited > limits.waiting) ended(`no end after ${limits.waiting} s of waiting`);
        else if (bytes > limits.bytes)
          ended(`${Math.round(bytes / 1e6)} MB, more than ${limits.bytes / 1e6}`);
      }, LOOK);
      child.once('message', done);
      child.once('exit', (code, signal) => ended(`the process ended: ${signal ?? code}`));
      child.send(question);
    });
  }

  end() {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}
