import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import type { MembershipScores, Scores } from '../../types.ts';
import type { Assignment } from '../assignment.ts';
import { assigned, type Join, joinById, joinInRuns } from '../join.ts';
import type { ColumnRead } from './column.ts';
import { FlagColumn, NumberColumn } from './column.ts';
import {
  type ColumnNames,
  type ColumnPositions,
  chooseLayout,
  findRoles,
  type TableLayout,
} from './column-roles.ts';
import { FileColumns } from './file-columns.ts';
import { JoinedIds, UniqueIds } from './ids/kept-ids.ts';
import { reconstructionColumns } from './reconstruction.ts';
import { checkIdsInRuns } from './runs/ids-in-runs.ts';
import { type RowRuns, RunColumn } from './runs/run-column.ts';

/** The scores of a file, and the run of each row where there are several. */
interface FileScores {
  readonly scores: Scores;
  readonly runs: RowRuns | null;
}

/** The columns of a score file while it is read, and how the scores follow from them. */
export interface ScoreColumns {
  readonly reads: readonly ColumnRead[];
  /** The column that the attack's answers are read from. */
  readonly scoreColumn: string;
  /** To be called after the last row; `k` is what the user says it is. */
  finish(k: number | undefined): Promise<FileScores>;
}

/** Decides by the names of the columns what a file holds, and makes the readers of those that are needed. */
export function createScoreColumns(
  file: string,
  names: readonly string[],
  columns: ColumnNames,
  assignment: Assignment | null,
  lowerIsIn: boolean,
): ScoreColumns {
  // With an assignment, the names of `included` and `truth` are those of columns in that file.
  const { included: _included, truth: _truth, ...scoreNames } = columns;
  const wanted = assignment ? scoreNames : columns;
  const roles = findRoles(file, names, wanted);
  const layout = chooseLayout(file, names, roles, assignment !== null, wanted);
  const fileColumns = new FileColumns(file, names, roles);
  const unique = assignment ? null : fileColumns.optional('id', (label) => new UniqueIds(label, true));
  const joined =
    assignment &&
    fileColumns.required('id', (label) => new JoinedIds(label, assignment.ids, assignment.file));
  const runColumn = fileColumns.optional('run', (label) => new RunColumn(label));
  const finish =
    layout === 'membership'
      ? membership(fileColumns, assignment !== null)
      : reconstructionColumns(fileColumns, layout, wanted, lowerIsIn);
  return {
    reads: fileColumns.reads,
    scoreColumn: scoreColumnOf(layout, names, roles),
    async finish(k) {
      const runs = runColumn?.take() ?? null;
      if (runs === null) unique?.check();
      if (assignment === null || joined === null) {
        const names = unique?.takeNames();
        const ids = unique?.take();
        if (unique && ids && runs) checkIdsInRuns({ label: unique.label, ids, runs });
        return { scores: { ...finish(k, null), ...(ids === undefined ? {} : { ids }), ...names }, runs };
      }
      checkSameRun(file, runColumn?.names ?? [], assignment);
      const names = joined.takeNames();
      const inRuns = runs !== null && assignment.inRuns;
      const join = inRuns
        ? await joinInRuns(joined, runs, assignment)
        : await joinById(file, joined, assignment, runs !== null);
      return { scores: { ...finish(k, join), ids: join.ids, ...names }, runs };
    },
  };
}

/** Refuses the coins of another run: where one of the files names one run, the other must name just that. */
function checkSameRun(file: string, own: readonly string[], { file: other, runNames }: Assignment): void {
  const isOne = own.length === 1 || runNames.length === 1;
  if (own.length === 0 || runNames.length === 0 || !isOne) return;
  if (own.length === runNames.length && own[0] === runNames[0]) return;
  const runs = (names: readonly string[]) =>
    names.length === 1 ? `run ${quoted(names[0])}` : `${names.length} runs`;
  throw new InvalidInput(
    `${quotedPath(file)} is of ${runs(own)} and ${quotedPath(other)} of ${runs(runNames)}; the coins of another run say nothing: hand in those of the same, or say that the column names no runs`,
    ['runColumn'],
  );
}

function scoreColumnOf(layout: TableLayout, names: readonly string[], roles: ColumnPositions): string {
  if (layout === 'candidates') return 'one score column per candidate';
  return names[(layout === 'membership' ? roles.score : roles.guess) ?? 0];
}

function membership(
  fileColumns: FileColumns,
  joined: boolean,
): (k: number | undefined, join: Join | null) => MembershipScores {
  const score = fileColumns.required('score', (label) => new NumberColumn(label));
  const included = joined
    ? fileColumns.optional('included', (label) => new FlagColumn(label))
    : fileColumns.required('included', (label) => new FlagColumn(label));
  return (_k, join) => {
    const own = included?.values.take() ?? null;
    const flags = join ? assigned('included', fileColumns.file, join, own) : own;
    if (flags === null) throw new Error('internal: nobody says who was in');
    return { kind: 'membership', scores: score.values.take(), included: flags };
  };
}
