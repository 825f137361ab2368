import { afterEach, describe, expect, test } from 'vitest';
import {
  type BenchAnswer,
  type BenchQuestion,
  benchEngine,
  benchServer,
  type GamesPlayed,
} from '../../src/bench/index.ts';
import { benchAnswers } from '../support/bench-answers.ts';

type Reply = Parameters<Parameters<typeof benchServer>[0]>[0];
type Request = Parameters<ReturnType<typeof benchServer>>[0];

/** A worker within this process: its messages arrive in turns of their own. */
class FakeWorker {
  static made: FakeWorker[] = [];
  readonly asked: Request[] = [];
  isEnded = false;
  onmessage: ((event: { data: Reply }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  readonly #serve = benchServer((reply) => {
    setTimeout(() => {
      if (!this.isEnded) this.onmessage?.({ data: structuredClone(reply) });
    });
  });

  constructor() {
    FakeWorker.made.push(this);
  }

  postMessage(request: Request) {
    this.asked.push(request);
    setTimeout(() => {
      if (!this.isEnded) this.#serve(structuredClone(request));
    });
  }

  terminate() {
    this.isEnded = true;
    this.#serve({ kind: 'drop', what: 'ask' });
    this.#serve({ kind: 'drop', what: 'play' });
  }
}

afterEach(() => {
  for (const worker of FakeWorker.made) worker.terminate();
  FakeWorker.made = [];
});

const makeWorker = () => new FakeWorker() as unknown as Worker;

function about(correct: number, guesses = 60): BenchQuestion {
  return {
    game: 'membership',
    observation: { m: 10_000, k: 2, guesses, correct },
    tau: 0.05,
    delta: 1e-5,
    claim: 'pure-dp(epsilon=1)',
    families: ['pure-dp'],
  };
}

const last = (question: BenchQuestion) => [...benchAnswers(question)].pop();
const soon = (ms = 5) => new Promise((resolve) => setTimeout(resolve, ms));
const fail = (sentence: string) => {
  throw new Error(sentence);
};

/** The last answer, once nothing is waited for. */
function complete(engine: ReturnType<typeof benchEngine>, question: BenchQuestion): Promise<BenchAnswer> {
  return new Promise((resolve, reject) => {
    engine.ask(
      question,
      (answer) => {
        if (answer.waiting.length === 0) resolve(answer);
      },
      (sentence) => reject(new Error(sentence)),
    );
  });
}

describe('the engine', () => {
  test('answers the newest of many questions, with one worker where nothing is slow', async () => {
    const engine = benchEngine(makeWorker);
    const outdated: number[] = [];
    for (let correct = 1; correct < 60; correct++)
      engine.ask(about(correct), ({ question }) => outdated.push(question.observation.correct), fail);
    const question = about(55);
    expect(await complete(engine, question)).toEqual(last(question));
    expect(outdated).toEqual([]);
    expect(FakeWorker.made.length).toBe(1);
  });

  test('leaves what is slow to a second worker, once the question stands still', async () => {
    const engine = benchEngine(makeWorker);
    for (let correct = 4900; correct < 4920; correct++) {
      engine.ask(about(correct, 5000), () => {}, fail);
      await soon();
    }
    const question = about(4990, 5000);
    expect(await complete(engine, question)).toEqual(last(question));
    expect(FakeWorker.made.length).toBe(2);
    const paces = FakeWorker.made.map(({ asked }) =>
      asked.flatMap((request) => (request.kind === 'ask' ? [request.pace] : [])),
    );
    expect(new Set(paces[0])).toEqual(new Set(['quick']));
    expect(paces[1]).toEqual(['slow']);
    expect(FakeWorker.made.some(({ isEnded }) => isEnded)).toBe(false);
  });

  test('says what cannot be answered, and answers the next question', async () => {
    const engine = benchEngine(makeWorker);
    await expect(complete(engine, about(70))).rejects.toThrow(
      'invalid correct; must be at most guesses (60): 70',
    );
    expect((await complete(engine, about(50))).tests.length).toBe(3);
  });

  test('stops, and starts again when it is asked again', async () => {
    const engine = benchEngine(makeWorker);
    let answers = 0;
    engine.ask(about(50), () => answers++, fail);
    engine.stop();
    await soon(30);
    expect(answers).toBe(0);
    expect(FakeWorker.made.map(({ isEnded }) => isEnded)).toEqual([true]);
    expect((await complete(engine, about(50))).tests.length).toBe(3);
    await soon();
    // Nothing is under way: nothing is ended.
    engine.stop();
    expect(FakeWorker.made.filter(({ isEnded }) => !isEnded).length).toBe(1);
  });

  test('answers in the page where no worker can be made, or its script does not load', async () => {
    const refused = benchEngine(() => {
      throw new Error('no workers here');
    }, benchServer);
    expect(await complete(refused, about(50))).toEqual(last(about(50)));
    const broken = benchEngine(() => {
      const worker = new FakeWorker();
      setTimeout(() => worker.onerror?.({ message: '', preventDefault() {} }));
      return worker as unknown as Worker;
    }, benchServer);
    expect(await complete(broken, about(50))).toEqual(last(about(50)));
    const helpless = benchEngine(() => {
      throw new Error('no workers here');
    });
    await expect(complete(helpless, about(50))).rejects.toThrow('the computation stopped: no workers here');
  });

  test('plays games while questions are asked, and drops those before the newest', async () => {
    const engine = benchEngine(makeWorker);
    const asked = { truth: 'pure-dp(epsilon=1)', m: 1000, top: 30, bottom: 30, games: 500, seed: 'a' };
    engine.play({ ...asked, games: 1_000_000 }, () => {}, fail);
    await soon(20);
    const played = new Promise<GamesPlayed>((resolve) => {
      engine.play(asked, (some) => some.done && resolve(some), fail);
    });
    const answer = complete(engine, about(50));
    expect((await played).correct.length).toBe(500);
    expect((await answer).waiting).toEqual([]);
    await expect(
      new Promise((_, reject) => {
        engine.play(
          { ...asked, top: 2000 },
          () => {},
          (sentence) => reject(new Error(sentence)),
        );
      }),
    ).rejects.toThrow('invalid guesses from the top');
  });
});
