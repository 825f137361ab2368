import { proxy } from 'comlink';
import type { AuditResult } from '../../../src/index.ts';
import { withRoles } from '../parts/files.tsx';
import { optionsOf, readingOf, USUAL_AUDIT } from '../views/audit/settings.ts';
import type { Exhibit } from './exhibit.ts';
import { inTurn } from './in-turn.ts';

/** The audit of an exhibit as the Audit view makes it. */
export async function auditExhibit(exhibit: Exhibit): Promise<AuditResult> {
  const settings = { ...USUAL_AUDIT, ...exhibit.settings };
  const work = { files: withRoles([await exhibit.file()]), folders: [] };
  const options = { ...optionsOf(settings), provenance: { version: __ONERUN_VERSION__, command: '' } };
  return (await inTurn((it) =>
    it.auditFiles(
      readingOf(work, settings),
      options,
      proxy(() => {}),
      [],
    ),
  )) as AuditResult;
}
