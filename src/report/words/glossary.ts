import { asMeaning, TERMS, type Term, termsFor } from '../../glossary.ts';

const pair = ({ term, meaning }: Term) => [term, asMeaning(meaning)] as const;

/** All terms of onerun, explained. */
export const GLOSSARY: readonly (readonly [term: string, meaning: string])[] = TERMS.map(pair);

/** The terms that a text uses, and those that explain them. */
export function glossaryOf(text: string): (readonly [term: string, meaning: string])[] {
  return termsFor(text).map(pair);
}
