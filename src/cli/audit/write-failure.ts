import { InvalidInput } from '../../errors.ts';
import { quotedPath } from '../../quote.ts';
import { failedJunit } from '../../report/index.ts';
import { JUNIT, markedJunit, Outputs } from '../output/index.ts';
import { messageWithFlags } from '../shell/flags.ts';
import { Interrupted } from '../shell/interrupt.ts';
import { withoutPasswords } from '../shell/words/secrets.ts';

/**
 * Writes that an audit failed into its file of test results, where an earlier one may say that it passed. A
 * file that is not ours is left alone whatever was typed, and if this cannot be written the first error says
 * enough.
 */
export async function writeFailure(junit: string, files: readonly string[], error: unknown): Promise<void> {
  if (error instanceof Interrupted) return;
  const message = error instanceof InvalidInput ? messageWithFlags(error) : String(error);
  try {
    const outputs = await Outputs.collect({ files: [[junit, JUNIT]], inputs: files });
    const name = files.map(quotedPath).join(', ');
    outputs.put(junit, markedJunit(failedJunit(name === '' ? 'audit' : name, withoutPasswords(message))));
    await outputs.place();
  } catch {
    // The error that is reported is the first.
  }
}
