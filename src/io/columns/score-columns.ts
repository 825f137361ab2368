import type { MembershipScores, Scores } from '../../types.ts';
import type { Assignment } from '../assignment.ts';
import { assigned, checkJoin, type Join } from '../join.ts';
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
import type { ColumnRead } from './table.ts';

/** The columns of a score file while it is read, and how the scores follow from them. */
export interface ScoreColumns {
  readonly reads: readonly ColumnRead[];
  /** The column that the attack's answers are read from. */
  readonly scoreColumn: string;
  /** To be called after the last row; `k` is what the user says it is. */
  finish(k: number | undefined): Promise<Scores>;
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
  const unique = assignment ? null : fileColumns.optional('id', (label) => new UniqueIds(label));
  const join = assignment && {
    assignment,
    ids: fileColumns.required('id', (label) => new JoinedIds(label, assignment.ids, assignment.file)),
  };
  const finish =
    layout === 'membership'
      ? membership(fileColumns, join)
      : reconstructionColumns(fileColumns, join, layout, wanted, lowerIsIn);
  return {
    reads: fileColumns.reads,
    scoreColumn: scoreColumnOf(layout, names, roles),
    async finish(k) {
      unique?.check();
      if (join) await checkJoin(file, join);
      const ids = (join?.ids ?? unique)?.take();
      return { ...finish(k), ...(ids === undefined ? {} : { ids }) };
    },
  };
}

function scoreColumnOf(layout: TableLayout, names: readonly string[], roles: ColumnPositions): string {
  if (layout === 'candidates') return 'one score column per candidate';
  return names[(layout === 'membership' ? roles.score : roles.guess) ?? 0];
}

function membership(fileColumns: FileColumns, join: Join | null): () => MembershipScores {
  const score = fileColumns.required('score', (label) => new NumberColumn(label));
  const included = join
    ? fileColumns.optional('included', (label) => new FlagColumn(label))
    : fileColumns.required('included', (label) => new FlagColumn(label));
  return () => {
    const own = included?.values.take() ?? null;
    const flags = join ? assigned('included', fileColumns.file, join, own) : own;
    if (flags === null) throw new Error('internal: nobody says who was in');
    return { kind: 'membership', scores: score.values.take(), included: flags };
  };
}
