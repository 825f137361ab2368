import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditResult, EndedAudit } from '../../audit/index.ts';
import { filesOf } from '../../design/index.ts';
import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import { designOfAudit } from '../audit/design.ts';
import { auditFacts, readFacts } from '../audit/facts.ts';
import { writeWhole } from '../output/index.ts';
import { messageWithFlags } from '../shell/flags.ts';
import { VERSION } from '../shell/version.ts';
import { type AuditCommand, writtenAudit } from '../work/audit.ts';

/** One audit of many, as a thread is sent it. */
export interface AuditTask {
  /** A score file or a run folder. */
  readonly path: string;
  readonly typed: AuditCommand;
  /** Of an audit whose plan or manifest states none. */
  readonly tau: number;
  readonly command: string;
  /** Of its own. */
  readonly folder: string;
  /** What it is kept under; null where a file cannot be read. */
  readonly key: string | null;
}

/** The files in its folder. */
export const [REPORT, DATA, KEPT] = ['report.html', 'audit.json', 'kept'];

/** What an audit comes to, or why there is no result. */
export type AuditEnd = Pick<EndedAudit, 'result' | 'error'>;

/** The hash of all that decides an audit, what its files hold among it; null where one cannot be read. */
export async function keyOf({ path, typed, tau }: AuditTask): Promise<string | null> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([VERSION, path, tau, Object.entries(typed).sort()]));
  try {
    for (const file of filesOf(await designOfAudit([path], typed))) {
      hash.update(`\0${file}\0${(await stat(file)).size}\0`);
      for await (const piece of createReadStream(file)) hash.update(piece);
    }
    return hash.digest('hex');
  } catch {
    // Its audit says why.
    return null;
  }
}

/** What was kept of an audit under its key; null where there is nothing whole. */
export async function keptEnd({ folder, key }: AuditTask): Promise<AuditEnd | null> {
  try {
    const [own, facts] = (await readFile(join(folder, KEPT), 'utf8')).split('\n');
    const isWhole = own === key && existsSync(join(folder, REPORT)) && existsSync(join(folder, DATA));
    return isWhole ? { result: readFacts(facts) as AuditResult, error: null } : null;
  } catch {
    return null;
  }
}

/** Audits, and writes the report, its JSON and what is kept. An error is returned, as it makes a row. */
export default async function auditOne(task: AuditTask): Promise<AuditEnd> {
  const { path, typed, tau, command, folder, key } = task;
  const files = { report: join(folder, REPORT), json: join(folder, DATA), force: true as const };
  const note =
    'this audit is one of several, and this page judges it alone: what is refuted once their number is taken into account stands in index.html';
  try {
    await rm(join(folder, KEPT), { force: true });
    const found = await writtenAudit([path], { ...typed, ...files }, { command, tau, note });
    // Plots are drawn into the report, and not kept besides.
    const result = { ...found, plots: { runs: [], fields: [], claimed: null } };
    writeWhole(join(folder, KEPT), `${key}\n${auditFacts(result)}`);
    return { result, error: null };
  } catch (error) {
    const message = error instanceof InvalidInput ? messageWithFlags(error) : String(error);
    return { result: null, error: quoted(message, 1000) };
  }
}
