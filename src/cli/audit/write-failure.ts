import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { failedJunit } from '../../report/index.ts';
import { Outputs } from '../output/index.ts';
import { messageWithFlags } from '../shell/flags.ts';
import { Interrupted } from '../shell/interrupt.ts';
import { withoutPasswords } from '../shell/words/secrets.ts';

/**
 * Writes that an audit failed into its file of test results, where with --force an earlier one may say that
 * it passed. If this cannot be written the first error says enough.
 */
export async function writeFailure(
  { junit, force }: { readonly junit?: string; readonly force?: true },
  files: readonly string[],
  error: unknown,
): Promise<void> {
  if (junit === undefined) return;
  if (error instanceof Interrupted) return;
  const message = error instanceof InvalidInput ? messageWithFlags(error) : String(error);
  try {
    const outputs = await Outputs.collect({ files: [junit], inputs: files, force });
    const name = files.map(quotedPath).join(', ');
    outputs.put(junit, failedJunit(name === '' ? 'audit' : name, withoutPasswords(message)));
    await outputs.place();
  } catch {
    // The error that is reported is the first.
  }
}
