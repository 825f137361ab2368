/** A state by its name and by the address that shows it, from its # on. */
export interface ListedPin {
  readonly name: string;
  readonly address: string;
}

/** More states than these are not taken from an address. */
const MOST = 40;

/** States as one text, for an address: names and addresses in turn, each without the sign between them. */
export function pinsText(pins: readonly ListedPin[]): string {
  return pins
    .map(({ name, address }) => `${encodeURIComponent(name)}|${address.replace(/^#\//, '')}`)
    .join('|');
}

/** The states that such a text lists; what is not written so is left out. */
export function pinsOf(text: string): ListedPin[] {
  const parts = text.split('|');
  const found: ListedPin[] = [];
  for (let i = 0; i + 1 < parts.length && found.length < MOST; i += 2) {
    const name = decoded(parts[i]);
    if (name !== null && /^(audit|explore|learn)(\?|$)/.test(parts[i + 1]))
      found.push({ name, address: `#/${parts[i + 1]}` });
  }
  return found;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
