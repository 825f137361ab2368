import { type Remote, wrap } from 'comlink';
import type { Work } from './worker.ts';

/** The error of a question that was replaced by a newer one: its answer is not wanted any more. */
export class Superseded extends Error {
  override name = 'Superseded';
}

interface Request {
  readonly since: number;
  run(work: Remote<Work>): Promise<void>;
  drop(reason: Error): void;
}

/** How long an outdated question is worked on before its worker is ended, in milliseconds. */
const PATIENCE = 300;

/**
 * A web worker that answers the newest question only. While it works on one question the newest of the others waits
 * and the rest are dropped; if that takes long, the worker is ended and a new one is started with the newest question.
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
      this.#begin();
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

  /** Begins with the question that waits, if the worker is free. */
  #begin(): void {
    if (this.#next === null) return;
    if (this.#current !== null) {
      this.#endWhenLate(this.#current);
      return;
    }
    const request = this.#next;
    this.#next = null;
    this.#current = request;
    void request.run(this.#start()).finally(() => {
      if (this.#current !== request) return;
      this.#current = null;
      this.#begin();
    });
  }

  /** Ends the worker once an outdated question has had its time, unless it is answered before. */
  #endWhenLate(request: Request): void {
    if (this.#patience === Infinity) return;
    const rest = Math.max(0, request.since + this.#patience - performance.now());
    setTimeout(() => {
      if (this.#current !== request || this.#next === null) return;
      const next = this.#next;
      this.#next = null;
      this.cancel();
      this.#next = next;
      this.#begin();
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
