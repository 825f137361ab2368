import type { BenchAnswer, BenchEngine, BenchQuestion, GamesAsked, GamesPlayed } from '../question.ts';
import { answerOf } from './answer-of.ts';
import { BenchLane, type MakeServer } from './lane.ts';
import type { BenchReply } from './messages.ts';
import type { BenchFinding, BenchPlan } from './pieces.ts';

/** How long a question stands still before what is slow is begun, in milliseconds. */
const STILL = 150;

interface Asked {
  readonly id: number;
  readonly since: number;
  readonly question: BenchQuestion;
  readonly onAnswer: (answer: BenchAnswer) => void;
  readonly onProblem: (sentence: string) => void;
  plan: BenchPlan | null;
  readonly found: Map<string, BenchFinding>;
}

interface Played {
  readonly id: number;
  readonly onPlayed: (played: GamesPlayed) => void;
  readonly onProblem: (sentence: string) => void;
}

/**
 * An engine with two workers that live as long as it: one answers what is quick, the other what is slow, and
 * plays games, so that nothing quick ever waits. Where no worker can be made, `serveHere` answers in the
 * page.
 */
export function benchEngine(makeWorker: () => Worker, serveHere?: MakeServer): BenchEngine {
  let [newest, asked, games]: [number, Asked | null, Played | null] = [0, null, null];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hear = (reply: BenchReply) => {
    if (reply.id === asked?.id) {
      hearAnswer(asked, reply);
      if (reply.kind === 'plan' && reply.plan.pieces.some((piece) => piece.slow)) beginSlowly(asked);
    } else if (reply.id === games?.id) {
      if (reply.kind === 'played') games.onPlayed(reply.played);
      if (reply.kind === 'problem') games.onProblem(reply.sentence);
    }
  };
  const fail = (sentence: string) => {
    asked?.onProblem(sentence);
    games?.onProblem(sentence);
  };
  const beginSlowly = ({ id, question, since }: Asked) => {
    // Its script is loaded while the question has to stand still.
    slow.start();
    const rest = Math.max(0, since + STILL - performance.now());
    timer = setTimeout(() => slow.post({ kind: 'ask', id, question, pace: 'slow' }), rest);
  };
  const [quick, slow] = [0, 1].map(() => new BenchLane(makeWorker, serveHere, hear, fail));
  return {
    ask(question, onAnswer, onProblem) {
      const id = ++newest;
      const since = performance.now();
      asked = { id, since, question, onAnswer, onProblem, plan: null, found: new Map() };
      clearTimeout(timer);
      slow.drop('ask');
      quick.post({ kind: 'ask', id, question, pace: 'quick' });
    },
    play(wanted: GamesAsked, onPlayed, onProblem) {
      games = { id: ++newest, onPlayed, onProblem };
      slow.post({ kind: 'play', id: games.id, games: wanted });
    },
    stop() {
      clearTimeout(timer);
      [asked, games] = [null, null];
      quick.end();
      slow.end();
    },
  };
}

/** Puts what was found to the rest of the answer, whichever worker found it. */
function hearAnswer(asked: Asked, reply: BenchReply): void {
  if (reply.kind === 'problem') asked.onProblem(reply.sentence);
  if (reply.kind === 'plan') asked.plan = reply.plan;
  if (reply.kind === 'found') asked.found.set(reply.key, reply.finding);
  if ((reply.kind === 'plan' || reply.kind === 'found') && asked.plan !== null)
    asked.onAnswer(answerOf(asked.question, asked.plan, asked.found));
}
