import { proxy } from 'comlink';
import type { AuditResult } from '../../../src/index.ts';
import { LatestAnswerWorker } from '../latest-answer-worker.ts';
import { withRoles } from '../parts/files.tsx';
import { optionsOf, readingOf, USUAL_AUDIT } from '../views/audit/settings.ts';
import type { Exhibit } from './exhibit.ts';

const worker = new LatestAnswerWorker(Infinity);
let last: Promise<unknown> = Promise.resolve();

/** The audit of an exhibit as the Audit view makes it; one after the other. */
export function auditExhibit(exhibit: Exhibit): Promise<AuditResult> {
  const next = last.then(() => audited(exhibit));
  last = next.catch(() => {});
  return next;
}

async function audited(exhibit: Exhibit): Promise<AuditResult> {
  const settings = { ...USUAL_AUDIT, ...exhibit.settings };
  const work = { files: withRoles([await exhibit.file()]), folders: [] };
  const options = { ...optionsOf(settings), provenance: { version: __ONERUN_VERSION__, command: '' } };
  return (await worker.ask((it) =>
    it.auditFiles(
      readingOf(work, settings),
      options,
      proxy(() => {}),
      [],
    ),
  )) as AuditResult;
}
