import { blobSource, sha256 } from '../../../src/io/index.ts';

export function fileHash(file: File): Promise<string> {
  return sha256(blobSource(file.name, file));
}
