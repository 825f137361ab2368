import { createHash } from 'node:crypto';

/** Of the parts one after the other. */
export function sha256Of(...parts: readonly (string | Uint8Array)[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest('hex');
}
