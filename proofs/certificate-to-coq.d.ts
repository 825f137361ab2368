/** The Coq file for the text of a certificate. */
export function coqOf(text: string): string;
/** The Coq file that proves that the checker refuses each of these certificates of evidence. */
export function refusalsOf(texts: readonly string[]): string;
