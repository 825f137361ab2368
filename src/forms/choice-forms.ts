import * as z from 'zod';
import { AUDIT_CHOICES, type AuditChoice, CHOICE_NAMES, type ChoiceName } from '../audit-choices.ts';
import { SIDES } from '../observation.ts';
import { forms } from './parts.ts';

const { probability, wholeNumber } = forms;

/** The form of a choice's value, by its kind. */
const KINDS = {
  claim: z.string(),
  families: z.array(z.string()),
  tau: probability,
  delta: z.number().min(0).lt(1),
  count: wholeNumber,
  counts: z.array(wholeNumber).min(1),
  score: z.number(),
  sides: z.enum(SIDES),
  yes: z.boolean(),
  column: z.string(),
  seed: z.string(),
  assumed: z.literal('independent-canaries'),
} as const satisfies Readonly<Record<AuditChoice['kind'], z.ZodType>>;

type Table = typeof AUDIT_CHOICES;

type ChoiceForms = {
  readonly [Name in ChoiceName]: z.ZodOptional<(typeof KINDS)[Table[Name]['kind']]>;
};

type PlannedName = {
  [Name in ChoiceName]: Table[Name] extends { isPlanned: true } ? Name : never;
}[ChoiceName];

function formOf(name: ChoiceName): z.ZodType {
  const { kind, help } = AUDIT_CHOICES[name];
  return KINDS[kind].describe(help).optional();
}

/** The forms of all choices, none of which must be made. */
export const choiceForms = Object.fromEntries(
  CHOICE_NAMES.map((name) => [name, formOf(name)]),
) as unknown as ChoiceForms;

/** The forms of those that a plan fixes. */
export const plannedForms = Object.fromEntries(
  Object.entries(choiceForms).filter(([name]) => 'isPlanned' in AUDIT_CHOICES[name as ChoiceName]),
) as unknown as Pick<ChoiceForms, PlannedName>;
