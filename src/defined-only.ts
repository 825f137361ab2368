/**
 * The properties that are not undefined: an option that was not typed leaves the choice to whom the rest is
 * handed on.
 */
export function definedOnly<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
