import type { Command } from 'commander';
import { forPython, number, repeated } from '../shell/options.ts';
import type { CommandOutcome } from '../shell/outcome.ts';
import type { CanariesCommand } from '../work/canaries.ts';

const EXAMPLES = `
Examples:
  $ onerun canaries --canaries 1000 --out canaries.csv
  $ onerun canaries --canaries 200 --options 10 --out buckets.csv --seed 7
  $ onerun canaries --text -m 500 --template "My code is {}" --out codes.csv
  $ onerun canaries --text -m 100 --vocabulary examples/text/words.txt --out words.csv
  $ onerun canaries --text -m 100 -k 5 --length 6 --out sets.csv

The assignment is a secret until training is over. Publish the hash before training; reveal the file and its
.commitment.json afterwards, and give both to onerun audit (--assignment, --commitment).

With --text each canary is a random text for a language model; the texts are in OUT.texts.jsonl. A text is 16
random letters and digits, or 8 words of a vocabulary. How those that are in go into a data set: docs/llm.md.`;

/** Adds `onerun canaries`: draws who is in, and commits to it. */
export function addCanaries(program: Command, report: (outcome: CommandOutcome) => void): void {
  program
    .command('canaries')
    .description('before training: draw by fair coins which canaries go in, and write a commitment to it')
    .requiredOption(
      '-m, --canaries <n>',
      'how many canaries (with --options above 2: buckets)',
      number('canaries'),
    )
    .option(
      '-k, --options <n>',
      'options per canary: 2 for in or out (default), more for the candidates of a bucket',
      number('options'),
    )
    .requiredOption('--out <file>', 'the assignment, a CSV file')
    .option(
      '--seed <seed>',
      'draw from this seed instead of the system’s randomness: repeatable, and only as secret as the seed',
    )
    .option('--text', 'draw random texts too, for language models')
    .option('--vocabulary <file>', 'words or tokens of the texts, one per line (default: letters and digits)')
    .option(
      '--length <n>',
      'how many words a text has; without a vocabulary, how many characters',
      number('length'),
    )
    .option('--separator <text>', 'what stands between words (default: a space; nothing between characters)')
    .option('--template <text>', 'what stands around the words, "My code is {}"; may repeat', repeated)
    .option(
      '--candidates <n>',
      'candidate texts per bucket, one of which is in: as --options, but 2 is a pair of texts',
      number('candidates'),
    )
    .option('--force', 'replace files that exist')
    .option('--json', 'print the result as JSON')
    .addOption(forPython())
    .addHelpText('after', EXAMPLES)
    .action(async (options: CanariesCommand) =>
      report(await (await import('../work/canaries.ts')).runCanaries(options)),
    );
}
