import { getRandomValues, randomBytes } from 'node:crypto';
import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import {
  type AssignmentColumn,
  drawFromSeed,
  drawFromWords,
  drawTexts,
  textEntropy,
} from '../../games/index.ts';
import { createRandom, type Random } from '../../numerics/index.ts';
import { commitmentFileOf, commitToTexts } from '../audit/commitment.ts';
import { checkReadOnce } from '../input/read-source.ts';
import { sha256Of } from '../input/sha256.ts';
import { Outputs, UNIQUE } from '../output/index.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { clearProgress } from '../shell/progress.ts';
import { openData } from './data-file.ts';
import { type InsertOptions, insertionOf, insertTexts } from './insertion.ts';
import { type RecipeOptions, readRecipe } from './text-recipe.ts';
import { type DrawnTexts, type InsertedData, textCanariesWords } from './text-words.ts';

/** What may be typed for `onerun canaries --text`. */
export interface TextCanariesCommand extends RecipeOptions, InsertOptions {
  canaries: number;
  options?: number;
  candidates?: number;
  out: string;
  seed?: string;
  force?: true;
  json?: true;
}

/** All texts are held in memory, and looked for in the data set. */
const MOST_TEXTS = 1e6;

/** The texts of the canaries lie beside the assignment. */
export const textsFileOf = (assignment: string) => `${assignment}.texts.jsonl`;

/** Draws texts and who is in, commits to both, and puts what is in into a data set. */
export async function runTextCanaries(typed: TextCanariesCommand): Promise<CommandOutcome> {
  const { canaries: m, out, seed, force = false } = typed;
  const { k, column } = gameOf(typed);
  checkWhole('canaries', m, 1, MOST_TEXTS);
  const each = column === 'included' ? 1 : k;
  if (m * each > MOST_TEXTS)
    throw new InvalidInput(
      `invalid canaries; all their candidates must be at most ${MOST_TEXTS} texts: ${m * each}`,
    );
  const insertion = insertionOf(typed, out);
  checkReadOnce([typed.vocabulary, insertion?.from]);
  const files = { texts: textsFileOf(out), commitment: commitmentFileOf(out) };
  const outputs = await Outputs.collect({
    files: [out, files.commitment, files.texts, insertion?.to].map((path) => [path, UNIQUE]),
    inputs: [typed.vocabulary, insertion?.from],
    force,
  });
  const { recipe, repeated } = await readRecipe(typed, insertion?.format === 'text');
  const texts = drawTexts(m, each, recipe, streamOf('texts', seed));
  const assignment =
    seed === undefined
      ? drawFromWords(m, k, (count) => getRandomValues(new Uint32Array(count)))
      : drawFromSeed(m, k, createRandom(seed));
  const textLines = linesOfTexts(texts, m, each, column);
  const nonce = seed === undefined ? randomBytes(32).toString('hex') : sha256Of('nonce ', seed);
  const committed = commitToTexts(assignment, k, column, { sha256: sha256Of(textLines), nonce });
  outputs.put(out, committed.text, { secret: true });
  outputs.put(files.commitment, committed.commitment, { secret: true });
  outputs.put(files.texts, textLines);
  const chosen = (i: number): string | null => {
    if (column === 'truth') return texts[i * each + assignment[i]];
    return assignment[i] === 1 ? texts[i] : null;
  };
  let inserted: InsertedData | null = null;
  if (insertion === null) await outputs.place();
  else {
    const data = await openData(insertion.from);
    try {
      inserted = await insertTexts(data, insertion, texts, chosen, m, streamOf('places', seed), outputs);
    } finally {
      await data.close();
      clearProgress();
    }
  }
  const drawn: DrawnTexts = {
    ...{ m, k, column, out, ...files, hash: committed.hash, words: recipe.words.length, repeated },
    ...{ length: recipe.length, ...textEntropy(recipe), ofVocabulary: typed.vocabulary !== undefined },
    ...{ seeded: seed !== undefined, examples: texts.slice(0, Math.min(each, 2)) },
    ...{ included: column === 'included' ? assignment.reduce((a, b) => a + b, 0) : m, data: inserted },
  };
  return typed.json === undefined
    ? { code: EXIT.consistent, text: textCanariesWords(drawn) }
    : { code: EXIT.consistent, json: jsonOf(drawn) };
}

/** The game: a text that is in or out, or one of several candidates that goes in. */
function gameOf({ options, candidates }: TextCanariesCommand): { k: number; column: AssignmentColumn } {
  if (options !== undefined && candidates !== undefined)
    throw new InvalidInput('--options and --candidates say the same: give one');
  const k = candidates ?? options ?? 2;
  checkWhole(candidates === undefined ? 'options' : 'candidates', k, 2, MOST_TEXTS);
  return { k, column: candidates === undefined && k === 2 ? 'included' : 'truth' };
}

/**
 * Random numbers for texts or places. They are public or end up in the data set, and the generator's state
 * can be computed from what it draws: it is seeded by a hash, from which nobody gets back to the seed of the
 * coins.
 */
function streamOf(use: 'texts' | 'places', seed: string | undefined): Random {
  return createRandom(seed === undefined ? randomBytes(32).toString('hex') : sha256Of(`${use} `, seed));
}

/** The file of texts, in the order of the assignment; it says nothing of coins. */
function linesOfTexts(texts: readonly string[], m: number, each: number, column: AssignmentColumn): string {
  const lines: string[] = [];
  for (let i = 0; i < m; i++) {
    const said =
      column === 'included' ? { text: texts[i] } : { candidates: texts.slice(i * each, (i + 1) * each) };
    lines.push(`${JSON.stringify({ id: String(i), ...said })}\n`);
  }
  return lines.join('');
}

function jsonOf({ out, texts, commitment, m, k, column, hash, bits, included, data }: DrawnTexts): unknown {
  return {
    assignment: out,
    commitment,
    texts,
    m,
    k,
    game: column === 'included' ? 'membership' : 'reconstruction',
    bits,
    hash,
    included,
    ...(data === null ? {} : { data }),
  };
}
