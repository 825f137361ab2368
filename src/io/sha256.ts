import { Sha256 } from '../sha256.ts';
import type { ByteSource } from './source.ts';

/**
 * The hexadecimal SHA-256 of all bytes, read once as a stream: WebCrypto's digest wants the whole file in
 * memory.
 */
export async function sha256(source: ByteSource): Promise<string> {
  const hash = new Sha256();
  for await (const bytes of source.stream()) hash.update(bytes);
  return hash.hex();
}
