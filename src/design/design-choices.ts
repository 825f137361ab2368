import { parseClaim, printClaim } from '../claims/index.ts';
import { quoted } from '../quote.ts';
import type { Sides } from '../types.ts';

/** What is to be fixed before scores are seen; each may be typed, or stand in a plan or a manifest. */
export interface DesignChoices {
  readonly claim?: string;
  readonly violation?: string;
  readonly model?: string;
  readonly delta?: number;
  readonly tau?: number;
  readonly guesses?: readonly number[];
  readonly atLeast?: number;
  readonly threshold?: number;
  readonly thresholdRuns?: number;
  readonly sameCanary?: boolean;
  readonly sides?: Sides;
  readonly lowerIsIn?: boolean;
  readonly scoreColumn?: string;
  /** Options per canary. */
  readonly options?: number;
  readonly seed?: string;
  readonly families?: readonly string[];
}

const NAMES: Readonly<Record<keyof DesignChoices, string>> = {
  claim: 'claim',
  violation: 'violation',
  model: 'model',
  delta: 'delta',
  tau: 'tau',
  guesses: 'guesses',
  atLeast: 'at least',
  threshold: 'threshold',
  thresholdRuns: 'threshold runs',
  sameCanary: 'same canary',
  sides: 'sides',
  lowerIsIn: 'lower is in',
  scoreColumn: 'score column',
  options: 'options',
  seed: 'seed',
  families: 'families',
};

/** What of a design is a choice. */
export function choicesOf(design: DesignChoices): DesignChoices {
  const chosen = (Object.keys(NAMES) as (keyof DesignChoices)[]).filter((key) => design[key] !== undefined);
  return Object.fromEntries(chosen.map((key) => [key, design[key]]));
}

/** In words, where one set of choices contradicts another; the same claim may be written in two ways. */
export function designDifferences(chosen: DesignChoices, fixed: DesignChoices, where: string): string[] {
  return (Object.keys(NAMES) as (keyof DesignChoices)[]).flatMap((key) => {
    const [ours, theirs] = [shown(key, chosen), shown(key, fixed)];
    if (ours === null || theirs === null || ours === theirs) return [];
    return [`${NAMES[key]} ${ours} in place of ${theirs} in ${where}`];
  });
}

/** The first choice that two runs of one audit do not share, in words; the seeds may differ. */
export function differenceOfRuns(
  a: DesignChoices,
  b: DesignChoices,
): { readonly first: string; readonly other: string } | null {
  for (const key of Object.keys(NAMES) as (keyof DesignChoices)[]) {
    const [ours, theirs] = [shown(key, a), shown(key, b)];
    if (key === 'seed' || ours === theirs) continue;
    const said = (value: string | null) => (value === null ? `no ${NAMES[key]}` : `${NAMES[key]} ${value}`);
    return { first: said(ours), other: said(theirs) };
  }
  return null;
}

function shown(key: keyof DesignChoices, choices: DesignChoices): string | null {
  const value = choices[key];
  if (value === undefined) return null;
  const isClaim = key === 'claim' || key === 'violation' || key === 'model';
  return quoted(isClaim ? canonical(String(value)) : String(value));
}

/** A claim as it is printed. One that cannot be read stays as it is here, and is refused where it is used. */
export function canonical(claim: string): string {
  try {
    return printClaim(parseClaim(claim));
  } catch {
    return claim;
  }
}
