import { run } from '../../src/cli/shell/run.ts';
import { InvalidInput } from '../../src/errors.ts';
import type { Scores } from '../../src/index.ts';
import type { Ending } from './target.ts';

/** What a terminal acts on or hides; a report has line ends. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

export interface Said {
  readonly code: number;
  readonly out: string;
}

/** Runs a command, and holds how it ends against what is promised of every command. */
export async function command(args: readonly string[]): Promise<Said> {
  let [out, err] = ['', ''];
  const code = await run(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  if (![0, 1, 2].includes(code)) throw new Error(`exit code ${code}: ${err}`);
  if (UNSEEN.test(out) || UNSEEN.test(err))
    throw new Error(`a character unseen: ${JSON.stringify(out + err)}`);
  if (code === 2 ? !/^[^\n]+\n$/.test(err) : err !== '') throw new Error(`not one sentence: ${err}`);
  if (err.length > 2010) throw new Error(`a sentence of ${err.length} characters`);
  if (code !== 2 && args.includes('--json') && !out.startsWith('Usage: ')) JSON.parse(out);
  return { code, out };
}

export function endingOf({ code }: Said): Ending {
  return code === 2 ? 'refused' : 'read';
}

/** What a reader gives, or null where it refuses in one sentence. */
export async function reading<T>(read: () => Promise<T> | T): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    if (error.message === '' || /\n/.test(error.message) || UNSEEN.test(error.message))
      throw new Error(`not one sentence: ${JSON.stringify(error.message)}`);
    if (error.message.length > 2010) throw new Error(`a sentence of ${error.message.length} characters`);
    return null;
  }
}

/** Scores as text, so that two readings can be compared to the last bit. */
export function valuesOf(scores: Scores): string {
  return JSON.stringify(scores, (_key, value) =>
    ArrayBuffer.isView(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
      : value,
  );
}

/** Scores as they are accepted: whole, finite, of one length. */
export function checkScores(scores: Scores): void {
  if (scores.kind === 'membership') {
    if (scores.scores.length !== scores.included.length) throw new Error('scores and coins differ in length');
    if (!scores.scores.every(Number.isFinite)) throw new Error('a score that is no number');
    if (!scores.included.every((coin) => coin === 0 || coin === 1)) throw new Error('a coin that is no coin');
  } else {
    const { k, truth, guesses } = scores;
    if (truth.length !== guesses.length) throw new Error('truths and guesses differ in length');
    if (!truth.every((value) => value < k)) throw new Error('a truth beyond the options');
    if (!guesses.every((value) => value >= -1 && value < k)) throw new Error('a guess beyond the options');
  }
}

/** Bytes that a checksum covers were altered: what is still read must be what was there before. */
export function checkSame(before: string, after: string): void {
  if (before !== after)
    throw new Error(`altered bytes changed the reading: ${before.slice(0, 300)} to ${after.slice(0, 300)}`);
}
