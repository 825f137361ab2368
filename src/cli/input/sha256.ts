import { createHash } from 'node:crypto';
import type { Hash } from '../../io/index.ts';

/** Of the parts one after the other. */
export function sha256Of(...parts: readonly (string | Uint8Array)[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest('hex');
}

/** Of bytes that come in pieces. */
export function nodeHash(): Hash {
  const digest = createHash('sha256');
  return { update: (bytes) => void digest.update(bytes), hex: () => digest.digest('hex') };
}
