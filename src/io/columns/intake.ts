import type { Column, Label } from './column.ts';
import type { Role, Roles } from './columns.ts';
import type { Read } from './table.ts';
import { twinOf } from './twin.ts';

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

  /** The role's column, or null where the file has none. Further columns for the role are read beside it. */
  optional<C extends Column>(role: Role, create: (label: Label) => C): C | null {
    const position = this.roles[role];
    if (position === undefined) return null;
    const column = this.add(position, create(this.label(position, role)));
    for (const further of this.roles.twins[role] ?? []) {
      const label = this.label(further, role);
      this.add(
        further,
        twinOf(column, label, () => create(label)),
      );
    }
    return column;
  }

  /** For a role whose column is known to be there. */
  required<C extends Column>(role: Role, create: (label: Label) => C): C {
    const column = this.optional(role, create);
    if (column === null) throw new Error(`internal: no column for ${role}`);
    return column;
  }
}
