import { getRandomValues, randomBytes } from 'node:crypto';
import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import { drawFromSeed, drawFromWords } from '../../games/index.ts';
import { createRandom } from '../../numerics/index.ts';
import { drawnText } from '../../report/index.ts';
import { commitmentFileOf, commitTo } from '../audit/commitment.ts';
import type { TextCanariesCommand } from '../canaries/text-canaries.ts';
import { Outputs } from '../output/index.ts';
import { flagOf } from '../shell/flags.ts';
import { type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';

/** What may be typed for `onerun canaries`. */
export interface CanariesCommand extends TextCanariesCommand {
  text?: true;
}

/** Options that say something about texts alone. */
const OF_TEXTS = [
  'vocabulary',
  'length',
  'separator',
  'template',
  'candidates',
] as const satisfies readonly (keyof TextCanariesCommand)[];

/** Draws who is in, and writes it with its commitment. */
export async function runCanaries(typed: CanariesCommand): Promise<CommandOutcome> {
  if (typed.text !== undefined) return (await import('../canaries/text-canaries.ts')).runTextCanaries(typed);
  for (const option of OF_TEXTS)
    if (typed[option] !== undefined) throw new InvalidInput(`${flagOf(option)} goes with --text`);
  const { canaries: m, options: k = 2, out, seed, force } = typed;
  checkWhole('canaries', m, 1, 2e7);
  checkWhole('options', k, 2);
  checkWhole('options', k, 2, 1e9);
  const commitmentFile = commitmentFileOf(out);
  const outputs = await Outputs.collect({ files: [out, commitmentFile], force });
  const { assignment, hash } = await drawCommitted(m, k, out, seed, outputs);
  const data = () => ({ assignment: out, commitment: commitmentFile, m, k, hash });
  const words = () => ({
    screen: drawnText({
      ...{ m, k, hash, out, commitment: commitmentFile },
      inside: assignment.reduce((a, b) => a + b, 0),
    }),
  });
  return { code: EXIT.consistent, ...inAskedForm(typed, data, words) };
}

/** Draws who is in, from the system or a seed, and writes it with its commitment beside it. */
async function drawCommitted(
  m: number,
  k: number,
  out: string,
  seed: string | undefined,
  outputs: Outputs,
): Promise<{ assignment: Uint32Array; hash: string }> {
  const assignment =
    seed === undefined
      ? drawFromWords(m, k, (count) => getRandomValues(new Uint32Array(count)))
      : drawFromSeed(m, k, createRandom(seed));
  const drawn = commitTo(assignment, k, randomBytes(32).toString('hex'));
  outputs.put(out, drawn.text, { secret: true });
  outputs.put(commitmentFileOf(out), drawn.commitment, { secret: true });
  await outputs.place();
  return drawn;
}
