import type { Column, Label } from './column.ts';
import type { Role, Roles } from './columns.ts';
import type { Read } from './table.ts';

/** Gathers the columns to read from one file, each with its label. */
export class Intake {
  readonly reads: Read[] = [];
  readonly file: string;
  readonly names: readonly string[];
  private readonly roles: Roles;

  constructor(file: string, names: readonly string[], roles: Roles) {
    this.file = file;
    this.names = names;
    this.roles = roles;
  }

  label(position: number, what: string): Label {
    return { file: this.file, column: this.names[position], what };
  }

  add<C extends Column>(position: number, column: C): C {
    this.reads.push({ position, column });
    return column;
  }

  /** The role's column, or null where the file has none. */
  optional<C extends Column>(role: Role, create: (label: Label) => C): C | null {
    const position = this.roles[role];
    return position === undefined ? null : this.add(position, create(this.label(position, role)));
  }

  /** For a role whose column is known to be there. */
  required<C extends Column>(role: Role, create: (label: Label) => C): C {
    const column = this.optional(role, create);
    if (column === null) throw new Error(`internal: no column for ${role}`);
    return column;
  }
}
