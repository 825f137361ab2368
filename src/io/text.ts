const decoder = new TextDecoder();
const encoder = new TextEncoder();

export function textOf(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return decoder.decode(bytes.subarray(start, end));
}

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}
