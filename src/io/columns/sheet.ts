import type { MembershipScores, Scores } from '../../types.ts';
import type { Assignment } from '../assignment.ts';
import { assigned, checkJoin, type Join } from '../join.ts';
import { FlagColumn, NumberColumn } from './column.ts';
import { type ColumnNames, chooseLayout, findRoles, type Layout, type Roles } from './columns.ts';
import { JoinedIds, UniqueIds } from './id-column.ts';
import { Intake } from './intake.ts';
import { reconstruction } from './reconstruction.ts';
import type { Read } from './table.ts';

/** The columns of a score file while it is read, and what they come to. */
export interface Sheet {
  readonly reads: readonly Read[];
  /** The column that the attack's answers are read from. */
  readonly scoreColumn: string;
  /** To be called after the last row; `k` is what the user says it is. */
  finish(k: number | undefined): Promise<Scores>;
}

/** Decides by the names of the columns what a file holds, and makes the columns that take it in. */
export function createSheet(
  file: string,
  names: readonly string[],
  columns: ColumnNames,
  assignment: Assignment | null,
  lowerIsIn: boolean,
): Sheet {
  // With an assignment, who was in goes by the names of that file.
  const { included: _included, truth: _truth, ...scoreNames } = columns;
  const wanted = assignment ? scoreNames : columns;
  const roles = findRoles(file, names, wanted);
  const layout = chooseLayout(file, names, roles, assignment !== null, wanted);
  const intake = new Intake(file, names, roles);
  const unique = assignment ? null : intake.optional('id', (label) => new UniqueIds(label));
  const join = assignment && {
    assignment,
    ids: intake.required('id', (label) => new JoinedIds(label, assignment.ids, assignment.file)),
  };
  const finish =
    layout === 'membership'
      ? membership(intake, join)
      : reconstruction(intake, join, layout, wanted, lowerIsIn);
  return {
    reads: intake.reads,
    scoreColumn: scoreColumnOf(layout, names, roles),
    async finish(k) {
      unique?.check();
      if (join) await checkJoin(file, join);
      const ids = (join?.ids ?? unique)?.fingerprints.take();
      return { ...finish(k), ...(ids === undefined ? {} : { ids }) };
    },
  };
}

function scoreColumnOf(layout: Layout, names: readonly string[], roles: Roles): string {
  if (layout === 'candidates') return 'one score column per candidate';
  return names[(layout === 'membership' ? roles.score : roles.guess) ?? 0];
}

function membership(intake: Intake, join: Join | null): () => MembershipScores {
  const score = intake.required('score', (label) => new NumberColumn(label));
  const included = join
    ? intake.optional('included', (label) => new FlagColumn(label))
    : intake.required('included', (label) => new FlagColumn(label));
  return () => {
    const own = included?.values.take() ?? null;
    const flags = join ? assigned('included', intake.file, join, own) : own;
    if (flags === null) throw new Error('internal: nobody says who was in');
    return { kind: 'membership', scores: score.values.take(), included: flags };
  };
}
