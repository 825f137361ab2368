import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { csvTable } from '../../bench/index.ts';
import {
  type AuditRowData,
  auditRowData,
  type ManyAudits,
  manyJunit,
  manyPage,
  SORT_SCRIPT,
} from '../../report/index.ts';
import { type FileKind, JUNIT, markedJunit, Outputs, REPORT, UNIQUE } from '../output/index.ts';
import { VERSION } from '../shell/version.ts';
import type { AuditsLog } from './audits-log.ts';
import { REPORTS, RESULT_NAMES } from './result-names.ts';

interface OutputRules {
  readonly log: AuditsLog;
  readonly inputs: readonly string[];
  /** The file of test results, where one is wanted. */
  readonly junit?: string | undefined;
  readonly force?: boolean | undefined;
}

/** The tables and the page, checked before any work; so are the reports, which are written one by one. */
export async function auditsOutputs(
  out: string,
  reports: readonly string[],
  { log, inputs, junit, force }: OutputRules,
): Promise<Outputs> {
  const ours = (name: string, kind: FileKind) => [basename(name), logged(kind, name, log)] as const;
  await Outputs.collect({
    folder: { path: join(out, REPORTS), files: reports.map((report) => ours(report, REPORT)) },
    inputs,
    force,
  });
  const files = [
    ours(RESULT_NAMES.csv, UNIQUE),
    ours(RESULT_NAMES.jsonl, UNIQUE),
    ours(RESULT_NAMES.page, REPORT),
  ];
  return Outputs.collect({ files: [[junit, JUNIT]], folder: { path: out, files }, inputs, force });
}

/** The log has the hash of each file that was made, so it tells whether a file was changed since. */
function logged(kind: FileKind, name: string, log: AuditsLog): FileKind {
  if (!log.knows(name)) return kind;
  return {
    what: 'what onerun audit-all made: it was changed since',
    made: async (path) => log.made(await readFile(path)),
  };
}

/** Reports that were made here and belong to none of these audits. */
export function oldReportsIn(out: string, reports: readonly string[], log: AuditsLog): string[] {
  const now = new Set(reports);
  return readdirSync(join(out, REPORTS))
    .map((name) => `${REPORTS}/${name}`)
    .filter((report) => !now.has(report) && log.knows(report))
    .sort();
}

/** Writes the tables and the page, all of them or none; returns their paths. */
export async function writeAudits(
  out: string,
  many: ManyAudits,
  outputs: Outputs,
  { log, junit }: Pick<OutputRules, 'log' | 'junit'>,
): Promise<Record<keyof typeof RESULT_NAMES, string>> {
  const rows = many.rows.map((row) => auditRowData(row, many));
  const contents = {
    csv: csvTable(
      Object.keys(CELLS),
      rows.map((row) => Object.values(CELLS).map((cell) => cell(row))),
    ),
    jsonl: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    page: manyPage(many, {
      version: VERSION,
      date: new Date().toISOString(),
      script: { text: SORT_SCRIPT, sha256: createHash('sha256').update(SORT_SCRIPT).digest('base64') },
    }),
  };
  const paths = {
    csv: join(out, RESULT_NAMES.csv),
    jsonl: join(out, RESULT_NAMES.jsonl),
    page: join(out, RESULT_NAMES.page),
  };
  for (const kind of ['csv', 'jsonl', 'page'] as const) {
    log.willMake(RESULT_NAMES[kind], contents[kind]);
    outputs.put(paths[kind], contents[kind]);
  }
  log.sync();
  if (junit !== undefined) outputs.put(junit, markedJunit(manyJunit(many)));
  await outputs.place();
  return paths;
}

const joined = (list: readonly (string | number)[]) => list.join(' ');

/** The columns of the table. */
const CELLS: Readonly<Record<string, (row: AuditRowData) => string | number | null>> = {
  name: ({ name }) => name,
  path: ({ path }) => path,
  kind: ({ kind }) => kind,
  outcome: ({ outcome }) => outcome,
  claim: ({ claim }) => claim,
  p_value: ({ pValue }) => pValue,
  adjusted_p_value: ({ adjustedPValue }) => adjustedPValue,
  alone: ({ alone }) => alone,
  tau: ({ tau }) => tau,
  game: ({ game }) => game,
  canaries: ({ canaries }) => canaries,
  options: ({ options }) => options,
  runs: ({ runs }) => runs,
  reached: ({ reached }) => reached,
  guesses: ({ guesses }) => joined(guesses),
  correct: ({ correct }) => joined(correct),
  delta: ({ delta }) => delta,
  claim_epsilon: ({ claimEpsilon }) => claimEpsilon,
  epsilon: ({ epsilon, epsilonUnbounded }) => (epsilonUnbounded ? 'unbounded' : epsilon),
  model_epsilon: ({ modelEpsilon }) => modelEpsilon,
  model_family: ({ modelFamily }) => modelFamily,
  could_notice: ({ couldNotice }) => yesNo(couldNotice),
  refutable_among_many: ({ refutableAmongMany }) => yesNo(refutableAmongMany),
  best_power: ({ bestPower }) => bestPower,
  attack_power: ({ attackPower }) => attackPower,
  attack_strength: ({ attackStrength }) => attackStrength,
  seed: ({ seed }) => seed,
  seed_from: ({ seedFrom }) => seedFrom,
  same_scores: ({ sameScores }) => sameScores.join('; '),
  sha256: ({ files }) => joined(files.map(({ sha256 }) => sha256)),
  report: ({ report }) => report,
  error: ({ error }) => error,
  notes: ({ notes }) => notes.join(' '),
};

const yesNo = (fact: boolean | null) => (fact === null ? null : fact ? 'yes' : 'no');
