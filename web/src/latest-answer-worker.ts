import { type Remote, wrap } from 'comlink';
import type { Work } from './worker.ts';

/** A newer request took the place of this one: its answer is not wanted any more. */
export class Superseded extends Error {
  override name = 'Superseded';
}

interface Request {
  readonly since: number;
  run(work: Remote<Work>): Promise<void>;
  drop(reason: Error): void;
}

/** How long an outdated request may go on before its worker is ended, in milliseconds. */
const PATIENCE = 300;

/**
 * A worker and the one question it is asked. Questions do not queue: the newest waits, those between are dropped, and
 * where the one being worked on takes long, the worker is ended and a new one begins at once with the newest.
 */
export class LatestAnswerWorker {
  #worker: Worker | null = null;
  #work: Remote<Work> | null = null;
  #current: Request | null = null;
  #next: Request | null = null;
  readonly #patience: number;

  constructor(patience = PATIENCE) {
    this.#patience = patience;
  }

  ask<T>(question: (work: Remote<Work>) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#next?.drop(new Superseded());
      this.#next = {
        since: performance.now(),
        run: (work) => question(work).then(resolve, reject),
        drop: reject,
      };
      this.#turn();
    });
  }

  /** Ends whatever is under way. */
  cancel(reason: Error = new Superseded()): void {
    const [current, next] = [this.#current, this.#next];
    this.#current = null;
    this.#next = null;
    this.#worker?.terminate();
    this.#worker = null;
    this.#work = null;
    current?.drop(reason);
    next?.drop(reason);
  }

  #turn(): void {
    if (this.#next === null) return;
    if (this.#current !== null) {
      this.#hurry(this.#current);
      return;
    }
    const request = this.#next;
    this.#next = null;
    this.#current = request;
    void request.run(this.#start()).finally(() => {
      if (this.#current !== request) return;
      this.#current = null;
      this.#turn();
    });
  }

  /** Gives an outdated request the rest of its time. */
  #hurry(request: Request): void {
    if (this.#patience === Infinity) return;
    const rest = Math.max(0, request.since + this.#patience - performance.now());
    setTimeout(() => {
      if (this.#current !== request || this.#next === null) return;
      const next = this.#next;
      this.#next = null;
      this.cancel();
      this.#next = next;
      this.#turn();
    }, rest);
  }

  #start(): Remote<Work> {
    if (this.#work !== null) return this.#work;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (this.#worker === worker)
        this.cancel(new Error(`the computation stopped: ${event.message || 'its script did not load'}`));
    });
    this.#worker = worker;
    this.#work = wrap<Work>(worker);
    return this.#work;
  }
}
