import { proxy } from 'comlink';
import { sourceOfAudit } from '../../../../src/bench/index.ts';
import type { AuditResult } from '../../../../src/index.ts';
import { exhibitNamed } from '../../exhibits/index.ts';
import { LatestAnswerWorker } from '../../latest-answer-worker.ts';
import { withRoles } from '../../parts/files.tsx';
import { newPin, type Pin } from '../../pins.ts';
import { optionsOf, readingOf, USUAL_AUDIT } from '../audit/settings.ts';

const worker = new LatestAnswerWorker(Infinity);

/** An honest run and one with half the noise, which stand beside each other until something is pinned. */
export function examplePins(): Promise<Pin[]> {
  return Promise.all(['sound', 'half-noise'].map(examplePin));
}

async function examplePin(name: string): Promise<Pin> {
  const exhibit = exhibitNamed(name);
  if (exhibit === undefined) throw new Error(`internal: no exhibit ${name}`);
  const settings = { ...USUAL_AUDIT, ...exhibit.settings };
  const work = { files: withRoles([await exhibit.file()]), folders: [] };
  const provenance = { version: __ONERUN_VERSION__, command: '' };
  const result = (await worker.ask((it) =>
    it.auditFiles(
      readingOf(work, settings),
      { ...optionsOf(settings), provenance },
      proxy(() => {}),
      [],
    ),
  )) as AuditResult;
  const source = sourceOfAudit(result);
  if (source === null) throw new Error(`internal: no figure of ${name}`);
  return newPin(exhibit.title, source, '');
}
