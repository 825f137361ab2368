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
import { type DrawnTexts, textCanariesWords } from '../../report/index.ts';
import { commitmentFileOf, commitToTexts } from '../audit/commitment.ts';
import { sha256Of } from '../input/sha256.ts';
import { Outputs } from '../output/index.ts';
import { type AskedForm, type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';
import { type RecipeOptions, readRecipe } from './text-recipe.ts';

/** What may be typed for `onerun canaries --text`. */
export interface TextCanariesCommand extends RecipeOptions, AskedForm {
  canaries: number;
  options?: number;
  candidates?: number;
  out: string;
  seed?: string;
  force?: true;
}

/** All texts are held in memory. */
const MOST_TEXTS = 1e6;

/** The texts of the canaries lie beside the assignment. */
export const textsFileOf = (assignment: string) => `${assignment}.texts.jsonl`;

/** Draws texts and who is in, and commits to both. */
export async function runTextCanaries(typed: TextCanariesCommand): Promise<CommandOutcome> {
  const { canaries: m, out, seed, force = false } = typed;
  const { k, column } = gameOf(typed);
  checkWhole('canaries', m, 1, MOST_TEXTS);
  const each = column === 'included' ? 1 : k;
  if (m * each > MOST_TEXTS)
    throw new InvalidInput(
      `invalid canaries; all their candidates must be at most ${MOST_TEXTS} texts: ${m * each}`,
    );
  const files = { texts: textsFileOf(out), commitment: commitmentFileOf(out) };
  const outputs = await Outputs.collect({
    files: [out, files.commitment, files.texts],
    inputs: [typed.vocabulary],
    force,
  });
  const { recipe, repeated } = await readRecipe(typed);
  const texts = drawTexts(m, each, recipe, streamOfTexts(seed));
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
  await outputs.place();
  const drawn: DrawnTexts = {
    ...{ m, k, column, out, ...files, hash: committed.hash, words: recipe.words.length, repeated },
    ...{ length: recipe.length, ...textEntropy(recipe), ofVocabulary: typed.vocabulary !== undefined },
    ...{ seeded: seed !== undefined, examples: texts.slice(0, Math.min(each, 2)) },
    ...{ included: column === 'included' ? assignment.reduce((a, b) => a + b, 0) : m },
  };
  return {
    code: EXIT.consistent,
    ...inAskedForm(
      typed,
      () => jsonOf(drawn),
      () => ({ screen: textCanariesWords(drawn) }),
    ),
  };
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
 * Random numbers for texts. They are public, and the generator's state can be computed from what it draws: it
 * is seeded by a hash, from which nobody gets back to the seed of the coins.
 */
function streamOfTexts(seed: string | undefined): Random {
  return createRandom(seed === undefined ? randomBytes(32).toString('hex') : sha256Of('texts ', seed));
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

function jsonOf({ out, texts, commitment, m, k, column, hash, bits, included }: DrawnTexts): unknown {
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
  };
}
