import { playGames } from './games.ts';
import type { BenchReply, BenchRequest } from './messages.ts';
import { planWork } from './pieces.ts';

/** Pieces that take longer than this, in milliseconds, are followed by a timer. */
const LONG = 20;

type Post = (reply: BenchReply) => void;
type Ask = BenchRequest & { readonly kind: 'ask' };
type Play = BenchRequest & { readonly kind: 'play' };

/**
 * Answers requests by posting replies. Work is done in pieces, and requests are let in between two of them:
 * of each kind only the newest is worked on. Runs in a worker, or in the page where there can be none.
 */
export function benchServer(post: Post): (request: BenchRequest) => void {
  const work = new Map<'ask' | 'play', Generator<void>>();
  let isAwake = false;
  const { port1, port2 } = new MessageChannel();
  const step = () => {
    const began = performance.now();
    for (const [kind, steps] of work) if (steps.next().done === true) work.delete(kind);
    isAwake = work.size > 0;
    if (!isAwake) return;
    // Browsers delay timers that follow each other; what is quick goes on at once, after the next message.
    if (performance.now() - began > LONG) setTimeout(step);
    else port2.postMessage(null);
  };
  port1.onmessage = step;
  return (request) => {
    if (request.kind === 'drop') {
      work.delete(request.what);
      return;
    }
    work.set(request.kind, safely(request, post));
    if (isAwake) return;
    isAwake = true;
    port2.postMessage(null);
  };
}

/** The steps of a request; what goes wrong is said in a sentence. */
function* safely(request: Ask | Play, post: Post): Generator<void> {
  const { id } = request;
  try {
    yield* request.kind === 'ask' ? answer(request, post) : play(request, post);
    post({ kind: 'idle', id });
  } catch (error) {
    post({ kind: 'problem', id, sentence: sentenceOf(error) });
  }
}

function* answer({ id, question, pace }: Ask, post: Post): Generator<void> {
  const { plan, pieces } = planWork(question);
  if (pace === 'quick') post({ kind: 'plan', id, plan });
  for (const { key, slow, run } of pieces) {
    if (slow !== (pace === 'slow')) continue;
    post({ kind: 'found', id, key, finding: run() });
    yield;
  }
}

function* play({ id, games }: Play, post: Post): Generator<void> {
  for (const played of playGames(games)) {
    post({ kind: 'played', id, played });
    yield;
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name.startsWith('Invalid') ? error.message : `internal: ${error.message}`;
}
