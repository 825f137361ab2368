import {
  AUDIT_CHOICES,
  CHOICE_NAMES,
  type ChoiceName,
  choiceWords,
  type DesignChoices,
} from '../audit-choices.ts';
import { parseClaim, printClaim } from '../claims/index.ts';
import { quoted } from '../quote.ts';

/** In words, where one set of choices contradicts another; the same claim may be written in two ways. */
export function designDifferences(chosen: DesignChoices, fixed: DesignChoices, where: string): string[] {
  return CHOICE_NAMES.flatMap((key) => {
    const [ours, theirs] = [shown(key, chosen), shown(key, fixed)];
    if (ours === null || theirs === null || ours === theirs) return [];
    return [`${choiceWords(key)} ${ours} in place of ${theirs} in ${where}`];
  });
}

/** The first choice that two runs of one audit do not share, in words; the seeds may differ. */
export function differenceOfRuns(
  a: DesignChoices,
  b: DesignChoices,
): { readonly first: string; readonly other: string } | null {
  for (const key of CHOICE_NAMES) {
    const [ours, theirs] = [shown(key, a), shown(key, b)];
    if (key === 'seed' || ours === theirs) continue;
    const said = (value: string | null) =>
      value === null ? `no ${choiceWords(key)}` : `${choiceWords(key)} ${value}`;
    return { first: said(ours), other: said(theirs) };
  }
  return null;
}

function shown(key: ChoiceName, choices: DesignChoices): string | null {
  const value = choices[key];
  if (value === undefined) return null;
  return quoted(AUDIT_CHOICES[key].kind === 'claim' ? canonical(String(value)) : String(value));
}

/** A claim as it is printed. One that cannot be read stays as it is here, and is refused where it is used. */
export function canonical(claim: string): string {
  try {
    return printClaim(parseClaim(claim));
  } catch {
    return claim;
  }
}
