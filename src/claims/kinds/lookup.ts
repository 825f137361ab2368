import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';
import { KINDS } from './index.ts';
import type { ClaimForm, Kind } from './kind.ts';
import type { Parameter } from './parameter.ts';

const byName = new Map(KINDS.map((kind) => [kind.name, kind]));

export function findKind(name: string): Kind | undefined {
  return byName.get(name);
}

/** The kind of a claim that names one. */
export function kindOf({ name }: { readonly name: string }): Kind {
  const kind = byName.get(name);
  if (kind === undefined) throw new InvalidInput(`unknown kind of claim: ${quoted(name)}`);
  return kind;
}

/** The parameters that a claim must state: of two ways to say the same, the first. */
export function requiredParameters({ parameters, either }: Kind): readonly Parameter[] {
  return parameters.filter(({ key, fallback }) => fallback === undefined && key !== either?.[1]);
}

/** How a page asks for a claim of one kind. */
export interface NamedForm extends ClaimForm {
  /** The kind. */
  readonly name: string;
  /** Two keys that say the same, one the inverse of the other. */
  readonly either?: readonly [string, string];
}

/**
 * The forms of the kinds that have one, in the order in which a page offers them.
 *
 * @example
 * const names = claimForms().map(({ name }) => name); // for a page that offers them
 */
export function claimForms(): readonly NamedForm[] {
  return KINDS.flatMap(({ name, form, either }) =>
    form === undefined ? [] : [{ ...form, name, ...(either === undefined ? {} : { either }) }],
  ).sort((a, b) => a.place - b.place);
}
