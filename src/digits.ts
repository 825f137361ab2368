/** Where digits are written: at the end, as many as there are. 2^53 has 16. */
export const digits = new Uint8Array(16);

const ZERO = 0x30;
const EIGHT = 1e8;

/** Writes a whole number from 0 to 2^53 into `digits`; returns where it begins. No row allocates anything. */
export function writeDigits(value: number): number {
  let at = digits.length;
  // Numbers of 32 bits are divided several times as fast.
  let low = value;
  if (value >= EIGHT) {
    const high = Math.floor(value / EIGHT);
    low = value - high * EIGHT;
    for (let i = 0; i < 8; i++, low = (low / 10) | 0) digits[--at] = ZERO + (low % 10);
    low = high;
  }
  do {
    digits[--at] = ZERO + (low % 10);
    low = (low / 10) | 0;
  } while (low > 0);
  return at;
}
