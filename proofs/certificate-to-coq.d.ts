/** The Coq file for the text of a certificate. */
export function coqOf(text: string): string;
