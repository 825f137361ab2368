const decoder = new TextDecoder();
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

export function textOf(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return decoder.decode(bytes.subarray(start, end));
}

export function utf8BytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The text of all bytes, a byte order mark included, or null where they are not UTF-8. */
export function utf8TextOf(bytes: Uint8Array, start = 0, end = bytes.length): string | null {
  try {
    return strict.decode(bytes.subarray(start, end));
  } catch {
    return null;
  }
}

export const NO_UTF8 = 'text must be UTF-8';

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A space, or one of the white characters from tab to carriage return. */
export function isBlank(byte: number): boolean {
  return byte <= 0x20 && (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
