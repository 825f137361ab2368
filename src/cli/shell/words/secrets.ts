/** An address with a user or a password: up to the last @ of a word, or after a colon also beyond spaces. */
const WITH_PASSWORD = /\b([a-z][a-z0-9+.-]*:\/\/)(?:\S*@|[^\s/@]*:[^@]*@)/gi;

/** The beginning of an address of a queue, cut off where its password may be. */
const CUT = /\b(rediss?:\/\/)[^\s/@]*:[^@…]*…/gi;

/** Text in which an address has no user and no password any more: redis://…@host becomes redis://host. */
export function withoutPasswords(text: string): string {
  return text.replace(WITH_PASSWORD, '$1').replace(CUT, '$1…');
}
