import { AUDIT_CHOICES } from '../../../../src/audit-choices.ts';
import type { Sides } from '../../../../src/index.ts';
import { readNumber, tauOf } from '../../../../src/io/index.ts';
import { freshSeed } from '../../../../src/numerics/index.ts';
import { shellCommand } from '../../../../src/report/index.ts';
import { understood } from '../../parts/claim.tsx';
import { messageOf } from '../../parts/problem.tsx';
import type { PlanDesign, WantedPlan } from '../../work/plan.ts';

export const USUAL_PLAN = {
  by: 'canaries',
  canaries: '1000',
  target: '2',
  power: '0.9',
  runs: '1',
  form: 'gaussian',
  claim: 'gaussian(sigma=1)',
  model: '',
  violation: '',
  guesses: '',
  options: '',
  sides: '',
  family: '',
  confidence: '',
  delta: '',
  seed: '',
};

/** The seed of all plans until the page is loaded again, unless one is stated. */
const DRAWN = freshSeed();

export type PlanSettings = Readonly<typeof USUAL_PLAN>;

interface Question {
  readonly wanted: WantedPlan;
  readonly design: PlanDesign;
}

/** What is asked, or why it cannot be. */
export function planQuestion(settings: PlanSettings): { question: Question | null; problem: string | null } {
  try {
    const { text: claim, problem } = understood(settings.claim);
    if (problem !== null) return { question: null, problem };
    const { model, violation, guesses, options, sides, family, confidence, delta } = settings;
    const given = (text: string) => text.trim() !== '';
    const design: PlanDesign = {
      claim,
      tau: given(confidence) ? tauOf(readNumber('confidence', confidence)) : AUDIT_CHOICES.tau.usual,
      seed: seedOf(settings),
      ...(severalRuns(settings) ? { runs: readNumber('runs', settings.runs) } : {}),
      ...(given(delta) ? { delta: readNumber('delta', delta) } : {}),
      ...(given(model) ? { model: model.trim() } : {}),
      ...(given(violation) ? { violation: violation.trim() } : {}),
      ...(given(guesses) ? { guesses: readNumber('guesses', guesses) } : {}),
      ...(given(options) ? { k: readNumber('options', options) } : {}),
      ...(given(sides) ? { sides: sides as Sides } : {}),
      ...(given(family) ? { family: family.trim() } : {}),
    };
    return { question: { wanted: wantedBy(settings), design }, problem: null };
  } catch (error) {
    return { question: null, problem: messageOf(error) };
  }
}

/** What is given: the canaries, or what they are found from. */
function wantedBy({ by, canaries, target, power }: PlanSettings): WantedPlan {
  if (by === 'target') return { target: readNumber('target', target) };
  if (by === 'power') return { power: readNumber('power', power) };
  return { canaries: readNumber('canaries', canaries) };
}

/** Whether anything but one run is asked for. */
function severalRuns({ runs }: PlanSettings): boolean {
  return !['', '1'].includes(runs.trim());
}

function seedOf({ seed }: PlanSettings): string {
  return seed.trim() === '' ? DRAWN : seed.trim();
}

/** The same settings with the seed that is used, so that a link gives the same plan. */
export function withSeed(settings: PlanSettings): PlanSettings {
  return { ...settings, seed: seedOf(settings) };
}

function option(name: string, value: string): string[] {
  return value.trim() === '' ? [] : [`--${name}`, value.trim()];
}

function sizeOption({ by, canaries, target, power }: PlanSettings): string[] {
  if (by === 'target') return option('target', target);
  return by === 'power' ? option('power', power) : option('canaries', canaries);
}

/** The command line that says the same. */
export function planCommand(settings: PlanSettings): string {
  return shellCommand([
    'onerun',
    'plan',
    ...sizeOption(settings),
    ...(severalRuns(settings) ? option('runs', settings.runs) : []),
    ...option('claim', understood(settings.claim).text),
    ...option('model', settings.model),
    ...option('violation', settings.violation),
    ...option('guesses', settings.guesses),
    ...option('options', settings.options),
    ...option('sides', settings.sides),
    ...option('family', settings.family),
    ...option('confidence', settings.confidence),
    ...option('delta', settings.delta),
    ...option('seed', seedOf(settings)),
    '--out',
    'plan.json',
  ]);
}
