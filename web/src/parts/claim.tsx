import { parseClaim, printClaim } from '../../../src/index.ts';
import { Choice, Field, Radios } from './field.tsx';
import { type Scale, Slider } from './slider.tsx';

interface Parameter {
  readonly key: string;
  readonly label: string;
  readonly usual: string;
  readonly scale: Scale;
}

/** The claims that have a form of their own; all others are written. */
const FORMS: Readonly<Record<string, { readonly text: string; readonly parameters: readonly Parameter[] }>> =
  {
    dpsgd: {
      text: 'DP-SGD',
      parameters: [
        { key: 'noise', label: 'Noise multiplier', usual: '1', scale: { least: 0.3, most: 10, log: true } },
        { key: 'rate', label: 'Sampling rate', usual: '0.01', scale: { least: 1e-4, most: 1, log: true } },
        {
          key: 'steps',
          label: 'Steps',
          usual: '1000',
          scale: { least: 1, most: 100_000, log: true, whole: true },
        },
      ],
    },
    gaussian: {
      text: 'Gaussian',
      parameters: [
        { key: 'sigma', label: 'Noise (sigma)', usual: '1', scale: { least: 0.1, most: 20, log: true } },
      ],
    },
    'approx-dp': {
      text: '(epsilon, delta)',
      parameters: [
        { key: 'epsilon', label: 'Epsilon', usual: '8', scale: { least: 0.05, most: 20, log: true } },
        {
          key: 'delta',
          label: 'Delta of the claim',
          usual: '1e-5',
          scale: { least: 1e-10, most: 0.1, log: true },
        },
      ],
    },
  };

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
export function ClaimForm({ form, claim, onInput, none, sliders }: ClaimProps) {
  const options: [string, string][] = [
    ...Object.entries(FORMS).map(([key, { text }]): [string, string] => [key, text]),
    ['written', 'another, written out'],
    ...(none ? [['none', 'no claim: only ask what the scores prove'] as [string, string]] : []),
  ];
  const parameters = FORMS[form]?.parameters ?? [];
  const values = valuesOf(claim);
  const set = (key: string, value: string) =>
    onInput({ form, claim: compose(form, parameters, { ...values, [key]: value }) });
  return (
    <Radios
      label="What is claimed"
      value={form}
      options={options}
      onInput={(next) => onInput(switchTo(next, claim))}
    >
      <div class="fields">
        {parameters.map(({ key, label, usual, scale }) =>
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
  const parameters = FORMS[form]?.parameters;
  if (parameters === undefined) return { form, claim: claim === '' ? 'laplace(scale=1)' : claim };
  const same = claim.trim().startsWith(`${form}(`);
  const values = same ? withSigma(valuesOf(claim)) : { relation: relationOf(claim) };
  return { form, claim: compose(form, parameters, values) };
}

/** A Gaussian by its mu is the one whose noise is 1 / mu. */
function withSigma({ mu, ...values }: Record<string, string>): Record<string, string> {
  const sigma = 1 / Number(mu);
  return sigma > 0 && sigma < Infinity ? { ...values, sigma: `${sigma}` } : values;
}

function compose(
  form: string,
  parameters: readonly Parameter[],
  values: Readonly<Record<string, string>>,
): string {
  const args = parameters.map(({ key, usual }) => `${key}=${values[key] ?? usual}`);
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
