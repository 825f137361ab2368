import { claimForms, parseClaim, printClaim } from '../../../src/index.ts';
import { Choice, Field, Radios } from './field.tsx';
import { Slider } from './slider.tsx';

/** The claims that have a form of their own; all others are written. */
const FORMS = new Map(claimForms().map((form) => [form.name, form]));

/** Whom the claim compares: the words of the claim grammar, and what they mean. */
const RELATIONS: readonly (readonly [string, string])[] = [
  ['add-remove', 'a record added or removed'],
  ['replace', 'a record exchanged for another'],
];

/** What is claimed: which form it is given by, and its text, which may be unfinished. */
export interface ClaimState {
  readonly form: string;
  readonly claim: string;
}

interface ClaimProps extends ClaimState {
  readonly onInput: (state: ClaimState) => void;
  /** Whether it may be left open. */
  readonly none?: boolean;
  readonly sliders?: boolean;
}

/** The claim by a form, and beside it the text that says the same to the command line. */
export function ClaimFields({ form, claim, onInput, none, sliders }: ClaimProps) {
  const options: [string, string][] = [
    ...[...FORMS.values()].map(({ name, text }): [string, string] => [name, text]),
    ['written', 'another, written out'],
    ...(none ? [['none', 'no claim: only ask what the scores prove'] as [string, string]] : []),
  ];
  const fields = fieldsOf(form) ?? [];
  const values = valuesOf(claim);
  const set = (key: string, value: string) =>
    onInput({ form, claim: written(form, fields, { ...values, [key]: value }) });
  return (
    <Radios
      label="What is claimed"
      value={form}
      options={options}
      onInput={(next) => onInput(switchTo(next, claim))}
    >
      <div class="fields">
        {fields.map(({ key, label, usual, scale }) =>
          sliders ? (
            <Slider
              key={key}
              label={label}
              value={values[key] ?? usual}
              scale={scale}
              onInput={(value) => set(key, value)}
            />
          ) : (
            <Field
              key={key}
              label={label}
              value={values[key] ?? usual}
              onInput={(value) => set(key, value)}
            />
          ),
        )}
        {form === 'written' ? (
          <Field
            label="The claim"
            wide
            value={claim}
            hint="Such as laplace(scale=0.5), pure-dp(epsilon=1), or compose(gaussian(sigma=4)*10, laplace(scale=2))."
            onInput={(text) => onInput({ form, claim: text })}
          />
        ) : null}
        {form === 'none' ? null : (
          <Choice
            label="Neighbours"
            value={relationOf(claim)}
            options={RELATIONS}
            onInput={(relation) => onInput({ form, claim: withRelation(claim, relation) })}
          />
        )}
      </div>
      {form === 'none' ? null : <ClaimText claim={claim} />}
    </Radios>
  );
}

function ClaimText({ claim }: { readonly claim: string }) {
  const { text, problem } = understood(claim);
  return (
    <p class="claim-text" aria-live="polite">
      {problem === null ? (
        <>
          On the command line: <code>--claim "{text}"</code>
        </>
      ) : (
        <span class="problem-text">{problem}</span>
      )}
    </p>
  );
}

/** A claim in its canonical text, or why it is none. */
export function understood(claim: string): { readonly text: string; readonly problem: string | null } {
  try {
    return { text: printClaim(parseClaim(claim)), problem: null };
  } catch (error) {
    return { text: '', problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Another form, with what the claim already says and the usual for the rest. */
export function switchTo(form: string, claim: string): ClaimState {
  if (form === 'none') return { form, claim: '' };
  const fields = fieldsOf(form);
  if (fields === undefined) return { form, claim: claim === '' ? 'laplace(scale=1)' : claim };
  const same = claim.trim().startsWith(`${form}(`);
  const values = same ? inFields(form, valuesOf(claim)) : { relation: relationOf(claim) };
  return { form, claim: written(form, fields, values) };
}

/** A claim in the form that has a field for all that it says; else written out. */
export function claimState(claim: string): ClaimState {
  const form = /^\s*([a-z-]+)\(/.exec(claim)?.[1] ?? '';
  const fields = fieldsOf(form)?.map(({ key }) => key) ?? [];
  const { relation: _, ...said } = valuesOf(claim);
  const fits = fields.length > 0 && fields.join() === Object.keys(said).join();
  return { form: fits ? form : 'written', claim };
}

type Values = Readonly<Record<string, string>>;
type Fields = readonly { readonly key: string; readonly usual: string }[];

function fieldsOf(form: string) {
  return FORMS.get(form)?.fields;
}

/**
 * Of two ways to say the same, such as a Gaussian's mu and sigma, the one that the form asks for: the inverse
 * of the other.
 */
function inFields(form: string, values: Values): Values {
  const { either, fields = [] } = FORMS.get(form) ?? {};
  if (either === undefined) return values;
  const [first, second] = either;
  const asked = fields.some(({ key }) => key === first) ? first : second;
  const { [asked === first ? second : first]: given, ...rest } = values;
  const inverse = 1 / Number(given);
  return inverse > 0 && inverse < Infinity ? { ...rest, [asked]: `${inverse}` } : rest;
}

/** The text of a claim by what its form says, the usual where it says nothing. */
function written(form: string, fields: Fields, values: Values): string {
  const args = fields.map(({ key, usual }) => `${key}=${values[key] ?? usual}`);
  if (values.relation === 'replace') args.push('relation=replace');
  return `${form}(${args.join(', ')})`;
}

/** The relation that a claim states, also where it is unfinished. */
function relationOf(claim: string): string {
  return /\brelation\s*=\s*replace\b/.test(claim) ? 'replace' : 'add-remove';
}

/** The same claim, composed or not, about other neighbours: one that is stated replaces all that were. */
function withRelation(claim: string, relation: string): string {
  const bare = claim
    .replace(/,\s*relation\s*=\s*[a-z-]+/g, '')
    .replace(/\brelation\s*=\s*[a-z-]+\s*,?\s*/g, '')
    .trim();
  if (relation !== 'replace') return bare;
  if (/^[a-z-]+$/.test(bare)) return `${bare}(relation=replace)`;
  if (!bare.endsWith(')')) return claim;
  const inside = bare.slice(0, -1).trimEnd();
  return `${inside}${inside.endsWith('(') ? '' : ', '}relation=replace)`;
}

/** The arguments of a claim as they are typed. */
function valuesOf(claim: string): Record<string, string> {
  const inside = /^\s*[a-z-]+\((.*)\)\s*$/s.exec(claim)?.[1] ?? '';
  const pairs = inside.split(',').map((pair) => pair.split('='));
  return Object.fromEntries(
    pairs.filter(([key]) => key.trim() !== '').map(([key, value = '']) => [key.trim(), value.trim()]),
  );
}
