import { getRandomValues, randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { checkWhole } from '../../check.ts';
import { drawFromSeed, drawFromWords } from '../../games/index.ts';
import { createRandom } from '../../numerics/index.ts';
import { quotedPath } from '../../quote.ts';
import { commitmentFileOf, commitTo } from '../audit/commitment.ts';
import { Outputs, UNIQUE } from '../output/index.ts';
import { number } from '../shell/options.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';

interface Options {
  canaries: number;
  options: number;
  out: string;
  seed?: string;
  force?: true;
  json?: true;
}

const EXAMPLES = `
Examples:
  $ onerun canaries --canaries 1000 --out canaries.csv
  $ onerun canaries --canaries 200 --options 10 --out buckets.csv --seed 7

The assignment is a secret until training is over. Publish the hash before training; reveal the file and its
.commitment.json afterwards, and give both to onerun audit (--assignment, --commitment).`;

/** Adds `onerun canaries`: draws who is in, and commits to it. */
export function addCanaries(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('canaries')
    .description('draw the secret assignment (who is in) and commit to it')
    .requiredOption('-m, --canaries <n>', 'canaries, or buckets of candidates', number('canaries'))
    .option('-k, --options <n>', 'options per canary: 2 for in or out', number('options'), 2)
    .requiredOption('--out <file>', 'the assignment, a CSV file')
    .option(
      '--seed <seed>',
      'draw from a seed instead of the system: repeatable, and only as secret as the seed',
    )
    .option('--force', 'replace files that exist')
    .option('--json', 'machine-readable output')
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => report(await canaries(options)));
}

async function canaries({
  canaries: m,
  options: k,
  out,
  seed,
  force,
  json,
}: Options): Promise<CommandOutcome> {
  checkWhole('canaries', m, 1, 2e7);
  checkWhole('options', k, 2);
  checkWhole('options', k, 2, 1e9);
  const commitmentFile = commitmentFileOf(out);
  const outputs = await assignmentOutputs(out, force);
  const { assignment, hash } = await drawCommitted(m, k, out, seed, outputs);
  if (json !== undefined)
    return { code: EXIT.consistent, json: { assignment: out, commitment: commitmentFile, m, k, hash } };
  const drawn =
    k === 2
      ? `${assignment.reduce((a, b) => a + b, 0)} of ${m} canaries are in`
      : `one of ${k} candidates was drawn for each of ${m} buckets`;
  return {
    code: EXIT.consistent,
    text: `Drawn: ${drawn}. The assignment is in ${quotedPath(out)}; keep it secret until training is over.

Publish this hash before training:

  ${hash}

Afterwards reveal ${quotedPath(out)} and ${quotedPath(commitmentFile)} (it holds the salt): onerun audit checks that they fit the hash.
`,
  };
}

function assignmentOutputs(out: string, force = false): Promise<Outputs> {
  return Outputs.collect({
    files: [
      [out, UNIQUE],
      [commitmentFileOf(out), UNIQUE],
    ],
    force,
  });
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
