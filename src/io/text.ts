const decoder = new TextDecoder();
const exactDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

export function textOf(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return decoder.decode(bytes.subarray(start, end));
}

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** What stands for bytes that are no UTF-8, if for nothing else. */
const REPLACEMENT = '\ufffd';

/** The text of these bytes, none of which is left out, or null where they are no UTF-8. */
export function exactTextOf(bytes: Uint8Array): string | null {
  const text = exactDecoder.decode(bytes);
  if (!text.includes(REPLACEMENT)) return text;
  const again = encoder.encode(text);
  return again.length === bytes.length && again.every((byte, i) => byte === bytes[i]) ? text : null;
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A space, or one of the white characters from tab to carriage return. */
export function isBlank(byte: number): boolean {
  return byte <= 0x20 && (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
