/** Data as JSON that may stand within a script element, whatever text they hold. */
export function scriptJson(data: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  return JSON.stringify(data, replacer).replace(/[<>&\u2028\u2029]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}
