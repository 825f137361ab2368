import { join } from 'node:path';
import type { AuditResult } from '../../audit/index.ts';
import { auditHtml } from '../../bench/index.ts';
import { definedOnly } from '../../defined-only.ts';
import { InvalidInput } from '../../errors.ts';
import {
  auditData,
  auditJunit,
  jsonText,
  loadPlots,
  type Picture,
  shellCommand,
} from '../../report/index.ts';
import { Outputs, plotDocument, toPng } from '../output/index.ts';
import { VERSION } from '../shell/version.ts';
import { withoutPasswords } from '../shell/words/secrets.ts';
import { reportScript } from './report-script.ts';

/** The names that pictures of an audit may have. */
const PICTURES = ['scores', 'roc', 'roc-log', 'bounds'];

/** The command that is running, as it could be typed, without the passwords of addresses. */
export const commandLine = () => shellCommand(['onerun', ...process.argv.slice(2).map(withoutPasswords)]);

/** What an audit may be asked to write. */
interface AuditFiles {
  readonly report?: string;
  readonly title?: string;
  readonly plots?: string;
  readonly certificate?: string;
  /** A file, or `true` for standard output. */
  readonly json?: string | true;
  readonly markdown?: string | true;
  readonly junit?: string;
  readonly force?: true;
}

/**
 * The files that an audit may write, checked before its work; which plots there are is known only afterwards.
 */
export function auditOutputs(
  { report, plots, certificate, json, markdown, junit, force }: AuditFiles,
  inputs: readonly (string | undefined)[],
  names: readonly string[] = PICTURES,
): Promise<Outputs> {
  const pictures = names.flatMap((name) => [`${name}.svg`, `${name}.png`]);
  return Outputs.collect({
    files: [report, certificate, fileIn(json), fileIn(markdown), junit],
    ...(plots === undefined ? {} : { folder: { path: plots, files: pictures } }),
    inputs,
    force,
  });
}

/** The file of an option that may be given without one. */
const fileIn = (given: string | true | undefined) => (given === true ? undefined : given);

/** Puts the data, the summary and the test results into the files that were collected for them. */
export function putResults(
  found: AuditResult,
  { json, markdown, junit }: AuditFiles,
  summary: () => string,
  outputs: Outputs,
): void {
  if (typeof json === 'string') outputs.put(json, jsonText(auditData(found)));
  if (typeof markdown === 'string') outputs.put(markdown, summary());
  if (junit !== undefined) outputs.put(junit, auditJunit(found));
}

/** Puts the HTML report and the plots into the files that were collected for them. */
export async function putReport(
  found: AuditResult,
  { report, title, plots: folder }: AuditFiles,
  outputs: Outputs,
): Promise<void> {
  if (report === undefined && folder === undefined) return;
  const [{ auditPlots }, document] = await Promise.all([loadPlots(), plotDocument()]);
  const plots = auditPlots(found, document);
  if (report !== undefined)
    outputs.put(
      report,
      auditHtml(found, {
        plots,
        ...definedOnly({ title }),
        command: found.provenance.command,
        date: new Date().toISOString(),
        version: VERSION,
        script: reportScript(),
      }),
    );
  if (folder !== undefined) await putPictures(folder, plots, outputs);
}

/** Puts pictures into a folder, each as SVG and as PNG. */
export async function putPictures(
  folder: string,
  pictures: readonly Picture[],
  outputs: Outputs,
): Promise<void> {
  for (const { name, svg } of pictures) {
    outputs.put(join(folder, `${name}.svg`), svg);
    outputs.put(join(folder, `${name}.png`), await toPng(svg));
  }
}

/** Standard output has room for one of them. */
export function checkOnePrinted({ json, markdown }: Pick<AuditFiles, 'json' | 'markdown'>): void {
  if (json === true && markdown === true)
    throw new InvalidInput(
      '--json and --markdown would both print to standard output: give one of them a file, as in --json=result.json',
    );
}
