import { InvalidInput } from '../../errors.ts';
import { quoted, quotedPath } from '../../quote.ts';
import type { ColumnLabel, ColumnRead, ColumnReader } from './column.ts';
import type { ColumnPositions, ColumnRole } from './column-roles.ts';

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

  /** The role's column, or null where the file has none; of two that could play the role none is chosen. */
  optional<C extends ColumnReader>(role: ColumnRole, create: (label: ColumnLabel) => C): C | null {
    const position = this.roles[role];
    if (position === undefined) return null;
    const second = this.roles.further[role];
    if (second !== undefined)
      throw new InvalidInput(
        `ambiguous columns in ${quotedPath(this.file)}; '${quoted(this.names[position])}' and '${quoted(this.names[second])}' could both be the column ${role}: name one`,
      );
    return this.add(position, create(this.label(position, role)));
  }

  /** For a role whose column is known to be there. */
  required<C extends ColumnReader>(role: ColumnRole, create: (label: ColumnLabel) => C): C {
    const column = this.optional(role, create);
    if (column === null) throw new Error(`internal: no column for ${role}`);
    return column;
  }
}
