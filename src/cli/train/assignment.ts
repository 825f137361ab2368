import { parseDocument } from '../../design/index.ts';
import { InvalidInput } from '../../errors.ts';
import { parseAssignment } from '../../games/index.ts';
import { quotedPath } from '../../quote.ts';
import { type CommittedText, commit, commitmentFileOf } from '../audit/commitment.ts';
import { wholeFile } from '../input/whole-file.ts';
import { commitmentSchema } from '../schemas/documents.ts';

/** Reads an assignment of `onerun canaries` and holds it against its commitment. */
export async function readCommitted(file: string, m: number, k: number): Promise<CommittedText> {
  const path = commitmentFileOf(file);
  const text = (await wholeFile(file)).toString('utf8');
  const commitment = await wholeFile(path);
  const { hash, salt } = parseDocument(commitment, path, commitmentSchema, 'commitment');
  if (commit(salt, text) !== hash)
    throw new InvalidInput(`${quotedPath(file)} is not the assignment that ${quotedPath(path)} commits to`);
  const assignment = parseAssignment(text, k);
  if (assignment === null)
    throw new InvalidInput(
      `invalid assignment ${quotedPath(file)}; must be of onerun canaries with ${k} options`,
    );
  if (assignment.length !== m)
    throw new InvalidInput(
      `invalid assignment ${quotedPath(file)}; must have ${m} canaries: ${assignment.length}`,
    );
  return { assignment, text, commitment: commitment.toString('utf8'), hash };
}
