import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url));
const LARGEST = 1.5e9;
const MANY = 200;

/** A child process that is started when first asked, and anew after a fault, after many questions or at a great size. */
export class WarmProcess {
  #child;
  #asked = 0;

  constructor(start) {
    this.start = start;
  }

  /**
   * One question and its answer. `allowed(at, isNew)` is how many processor seconds the step `at` may take, more in a
   * process that is new: what exceeds it is ended, and the answer says so; so does that of a process that died.
   */
  async ask(question, allowed) {
    const isNew = this.#child === undefined;
    this.#child ??= await this.#begin();
    const child = this.#child;
    let at = 0;
    let since = cpuSeconds(child.pid);
    return new Promise((resolve) => {
      const end = (answer, keep) => {
        clearInterval(watch);
        child.removeAllListeners();
        this.#asked++;
        if (!keep || this.#asked >= MANY) this.close();
        resolve(answer);
      };
      const watch = setInterval(() => {
        if (cpuSeconds(child.pid) - since > allowed(at, isNew)) end({ timeout: true, at }, false);
      }, 250);
      child.on('message', ({ at: step, answer, stray, rss }) => {
        if (step !== undefined) {
          at = step;
          since = cpuSeconds(child.pid);
        } else if (stray !== undefined) end({ stray, at }, false);
        else end(answer, rss < LARGEST);
      });
      child.on('exit', (code, signal) => end({ died: signal ?? code, at }, false));
      child.send(question);
    });
  }

  close() {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    this.#asked = 0;
  }

  #begin() {
    const child = fork(CHILD, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' });
    return new Promise((resolve, reject) => {
      child.once('message', () => resolve(child));
      child.once('exit', () => reject(new Error('internal: the process of the tests did not start')));
      child.send({ start: this.start });
    });
  }
}

/** Processor seconds of a process, which other load on the machine does not change; the clock's where Linux is not. */
function cpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return performance.now() / 1000;
  }
}
