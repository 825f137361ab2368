/**
 * Settings as they are typed. They are kept in the address, so that a link shows the same page; data never
 * are.
 */
export type ViewSettings = Readonly<Record<string, string>>;

/** The settings that an address states, and the usual ones for the rest. */
export function settingsFrom<S extends ViewSettings>(query: string, usual: S): S {
  const given = new URLSearchParams(query);
  return Object.fromEntries(Object.entries(usual).map(([key, value]) => [key, given.get(key) ?? value])) as S;
}

/** What an address states: the settings that are not the usual ones. */
export function queryOf(settings: ViewSettings, usual: ViewSettings): string {
  const changed = Object.entries(settings).filter(([key, value]) => value !== usual[key]);
  return new URLSearchParams(changed).toString();
}
