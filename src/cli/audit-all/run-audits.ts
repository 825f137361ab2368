import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sha256Of } from '../input/sha256.ts';
import { writeWholeNow } from '../output/index.ts';
import { clearProgress } from '../shell/progress.ts';
import { SweepProgress } from '../sweep/progress.ts';
import type { Engine, Task, TaskEnd } from '../tasks/task.ts';
import type { AuditTask } from './audit-one.ts';
import { checkedResult } from './audit-work.ts';
import type { AuditsLog, LoggedAudit } from './audits-log.ts';
import type { PreparedAudit } from './prepare-audits.ts';

/** An audit, and the file that its report goes to. */
export interface ReportedAudit extends PreparedAudit {
  /** Relative to the folder of the results. */
  readonly report: string;
}

/** Where results go, and how audits are done. */
interface AuditsRun {
  readonly out: string;
  readonly log: AuditsLog;
  readonly asEvents: boolean;
  /** How many threads may do audits that take so much memory each. */
  threadsFor(bytes: number): number;
  openEngine(threads: number): Promise<Engine>;
}

/** The largest report that is taken from a worker. */
const LARGEST_REPORT = 2e8;
/** Milliseconds between two updates of the progress while audits run. */
const BEAT = 1000;

/**
 * Does the audits that are not in the log, and logs each when its report is on the disk. Returns the errors
 * of those that failed, by their keys.
 */
export async function runAudits(
  audits: readonly ReportedAudit[],
  run: AuditsRun,
): Promise<Map<string, string>> {
  const errors = new Map<string, string>();
  // A list may name the same audit twice: it is done once, and has a report for each.
  const reports = new Map<string, string[]>();
  const groups = new Map<number, Map<string, Task>>();
  for (const { task, report, bytes } of audits) {
    if (task === null || isDone(task, report, run)) continue;
    reports.set(task.key, [...(reports.get(task.key) ?? []), report]);
    // Audits of large files are done by fewer threads, without holding up the others.
    const threads = run.threadsFor(bytes);
    groups.set(threads, (groups.get(threads) ?? new Map()).set(task.key, withKeptDraw(task, run.log)));
  }
  const tasks = [...groups.values()].flatMap((group) => [...group.values()]);
  const progress = new SweepProgress('audit-all', run.asEvents);
  progress.begin(tasks.reduce((sum, { seconds }) => sum + seconds, 0));
  const keep = (ends: readonly TaskEnd[]) => {
    const kept = ends.map((end) => keptEnd(end, reports.get(end.task.key) ?? [], run));
    for (const end of kept) if ('error' in end) errors.set(end.task.key, end.error);
    run.log.sync();
    progress.took(kept);
  };
  const beat = setInterval(() => progress.tick(), BEAT);
  try {
    for (const [threads, group] of [...groups].sort(([a], [b]) => a - b)) {
      const engine = await run.openEngine(threads);
      try {
        await engine.forget?.((key) => run.log.has(key) && !group.has(key));
        await engine.run([...group.values()], keep, (view) => progress.sees(view));
      } finally {
        await engine.close();
      }
    }
  } finally {
    clearInterval(beat);
    clearProgress();
  }
  progress.end();
  return errors;
}

/** Whether an audit is in the log and its report is as it was written. */
function isDone({ key }: Task, report: string, { log, out }: AuditsRun): boolean {
  const logged = log.get(key);
  if (logged === undefined) return false;
  try {
    return sha256Of(readFileSync(join(out, report))) === logged.reportSha256;
  } catch {
    return false;
  }
}

/** A report that is made again keeps the draw that its verdict was seen with. */
function withKeptDraw(task: Task, log: AuditsLog): Task {
  const summary = log.get(task.key)?.summary;
  if (summary?.seedFrom !== 'fresh') return task;
  return { ...task, data: { ...(task.data as AuditTask), draw: summary.seed } };
}

/** Writes the report and then the log; an answer that cannot be used is an error of the audit. */
function keptEnd(end: TaskEnd, reports: readonly string[], { log, out }: AuditsRun): TaskEnd {
  if ('error' in end) return end;
  const { task } = end;
  const answer = readAnswer(end.result);
  if ('problem' in answer) return { task, error: answer.problem, isInvalid: true };
  const { page, ...logged } = answer;
  for (const report of reports) {
    log.willMake(report, page);
    writeWholeNow(join(out, report), page);
  }
  log.add(task.key, task.name, logged);
  return end;
}

/** What a worker answered: all that is logged, and the page of the report. */
function readAnswer(
  result: unknown,
): (LoggedAudit & { readonly page: Uint8Array }) | { readonly problem: string } {
  try {
    const { summary, evidence, report } = checkedResult(result);
    const page = gunzipSync(Buffer.from(report.gzip, 'base64'), { maxOutputLength: LARGEST_REPORT });
    if (sha256Of(page) === report.sha256) return { summary, evidence, reportSha256: report.sha256, page };
  } catch {
    // Said below.
  }
  return { problem: 'what the worker answered is not a whole audit with its report' };
}
