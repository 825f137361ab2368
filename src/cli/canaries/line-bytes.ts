export const NEW_LINE = 10;
export const BYTE_ORDER_MARK: Uint8Array = Buffer.from('\ufeff');

export function startsWithMark(bytes: Uint8Array): boolean {
  return BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte);
}
