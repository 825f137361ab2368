import type { ColumnLabel, ColumnRead, ColumnReader } from './column.ts';
import type { ColumnPositions, ColumnRole } from './column-roles.ts';
import { secondColumnFor } from './second-column.ts';

/** The columns of one file that are to be read, each with the label that errors name it by. */
export class FileColumns {
  readonly reads: ColumnRead[] = [];
  readonly file: string;
  readonly names: readonly string[];
  private readonly roles: ColumnPositions;

  constructor(file: string, names: readonly string[], roles: ColumnPositions) {
    this.file = file;
    this.names = names;
    this.roles = roles;
  }

  label(position: number, what: string): ColumnLabel {
    return { file: this.file, column: this.names[position], what };
  }

  add<C extends ColumnReader>(position: number, column: C): C {
    this.reads.push({ position, column });
    return column;
  }

  /** The role's column, or null where the file has none. Further columns for the role are read beside it. */
  optional<C extends ColumnReader>(role: ColumnRole, create: (label: ColumnLabel) => C): C | null {
    const position = this.roles[role];
    if (position === undefined) return null;
    const column = this.add(position, create(this.label(position, role)));
    for (const further of this.roles.further[role] ?? []) {
      const label = this.label(further, role);
      this.add(
        further,
        secondColumnFor(column, label, () => create(label)),
      );
    }
    return column;
  }

  /** For a role whose column is known to be there. */
  required<C extends ColumnReader>(role: ColumnRole, create: (label: ColumnLabel) => C): C {
    const column = this.optional(role, create);
    if (column === null) throw new Error(`internal: no column for ${role}`);
    return column;
  }
}
