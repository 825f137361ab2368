import type { BenchReply, BenchRequest } from './messages.ts';

/** Makes what answers requests in the page itself. */
export type MakeServer = (post: (reply: BenchReply) => void) => (request: BenchRequest) => void;

type Work = Exclude<BenchRequest, { readonly kind: 'drop' }>;

/**
 * A worker that is made when it is first needed and lives on: a newer request ends the work on the one
 * before.
 */
export class BenchLane {
  readonly #makeWorker: () => Worker;
  readonly #serveHere: MakeServer | undefined;
  readonly #hear: (reply: BenchReply) => void;
  readonly #fail: (sentence: string) => void;
  #send: ((request: BenchRequest) => void) | null = null;
  #worker: Worker | null = null;
  /**
   * The last request of each kind that is not done: a server in the page takes them over where a worker
   * fails.
   */
  readonly #open = new Map<Work['kind'], Work>();

  constructor(
    makeWorker: () => Worker,
    serveHere: MakeServer | undefined,
    hear: (reply: BenchReply) => void,
    fail: (sentence: string) => void,
  ) {
    this.#makeWorker = makeWorker;
    this.#serveHere = serveHere;
    this.#hear = hear;
    this.#fail = fail;
  }

  post(request: Work): void {
    this.#open.set(request.kind, request);
    this.start()?.(request);
  }

  /** Ends the work on questions, or on games, once the piece that is under way is done. */
  drop(what: Work['kind']): void {
    if (this.#open.delete(what)) this.#send?.({ kind: 'drop', what });
  }

  /** Makes the worker, unless it is there. */
  start(): ((request: BenchRequest) => void) | null {
    this.#send ??= this.#begin();
    return this.#send;
  }

  /** Ends whatever is under way; what comes later is answered by a new worker. */
  end(): void {
    if (this.#open.size === 0) return;
    this.drop('ask');
    this.drop('play');
    if (this.#worker === null) return;
    this.#worker.terminate();
    this.#worker = null;
    this.#send = null;
  }

  #begin(): ((request: BenchRequest) => void) | null {
    let worker: Worker;
    try {
      worker = this.#makeWorker();
    } catch (error) {
      return this.#beginHere(error instanceof Error ? error.message : String(error));
    }
    this.#worker = worker;
    let hasAnswered = false;
    worker.onmessage = ({ data }: MessageEvent<BenchReply>) => {
      hasAnswered = true;
      if (this.#worker === worker) this.#take(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker !== worker) return;
      worker.terminate();
      this.#worker = null;
      this.#send = null;
      const reason = event.message || 'its script did not load';
      if (hasAnswered) return this.#stopWith(reason);
      this.#send = this.#beginHere(reason);
      for (const request of [...this.#open.values()]) this.#send?.(request);
    };
    return (request) => worker.postMessage(request);
  }

  #beginHere(reason: string): ((request: BenchRequest) => void) | null {
    if (this.#serveHere !== undefined) return this.#serveHere((reply) => this.#take(reply));
    this.#stopWith(reason);
    return null;
  }

  #stopWith(reason: string): void {
    this.#open.clear();
    this.#fail(`the computation stopped: ${reason}`);
  }

  #take(reply: BenchReply): void {
    if (reply.kind === 'idle' || reply.kind === 'problem')
      for (const [kind, request] of this.#open) if (request.id === reply.id) this.#open.delete(kind);
    this.#hear(reply);
  }
}
