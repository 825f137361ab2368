import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { AuditResult } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';
import { auditHtml, loadPlots, shellCommand } from '../report/index.ts';
import { writeWhole } from './files.ts';
import { toPng } from './picture.ts';

/** The command that is running, as it could be typed. */
export const commandLine = () => shellCommand(['onerun', ...process.argv.slice(2)]);

/** Writes the HTML report and the plots, each file whole or not at all. */
export async function writeReport(
  found: AuditResult,
  { report, plots: folder }: { report?: string; plots?: string },
): Promise<void> {
  if (report === undefined && folder === undefined) return;
  const [{ auditPlots }, { parseHTML }] = await Promise.all([loadPlots(), import('linkedom')]);
  const plots = auditPlots(found, parseHTML('<!doctype html><body></body>').document);
  if (report !== undefined) {
    const page = auditHtml(found, {
      plots,
      command: found.provenance.command,
      date: new Date().toISOString(),
      version: manifest.version,
    });
    await writeWhole(report, page);
  }
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new InvalidInput(`cannot write to ${folder}: ${error.message}`);
  });
  for (const { name, svg } of plots) {
    await writeWhole(join(folder, `${name}.svg`), svg);
    await writeWhole(join(folder, `${name}.png`), await toPng(svg));
  }
}
