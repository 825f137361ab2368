/** A seed that nobody can foresee: 16 hexadecimal digits from the system. */
export function freshSeed(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
