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

/** The kinds that have a form, in the order in which a page offers them. */
export function kindsWithForms(): readonly (Kind & { readonly form: ClaimForm })[] {
  const found = KINDS.flatMap((kind) => (kind.form === undefined ? [] : [{ ...kind, form: kind.form }]));
  return found.sort((a, b) => a.form.place - b.form.place);
}
