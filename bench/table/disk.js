import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';

const CHUNK = Buffer.alloc(1 << 20);

/** Bytes per second at which a file comes from the disk past the system's cache; null: not known. */
function diskSpeed(file) {
  try {
    const begin = performance.now();
    execFileSync('dd', [`if=${file}`, 'of=/dev/null', 'bs=4M', 'iflag=direct'], { stdio: 'ignore' });
    return statSync(file).size / ((performance.now() - begin) / 1000);
  } catch {
    return null;
  }
}

/** Bytes per second at which Node reads a file from the system's cache and does something with each chunk. */
function chunkSpeed(file, use) {
  const begin = performance.now();
  const descriptor = openSync(file, 'r');
  for (;;) {
    const count = readSync(descriptor, CHUNK);
    if (count === 0) break;
    use(CHUNK.subarray(0, count));
  }
  closeSync(descriptor);
  return statSync(file).size / ((performance.now() - begin) / 1000);
}

/** What no reader of this file can beat: the disk, the system's cache, and SHA-256 on one thread. */
export function physicalSpeeds(file) {
  const hash = createHash('sha256');
  const cache = chunkSpeed(file, () => undefined);
  const sha256 = chunkSpeed(file, (chunk) => hash.update(chunk));
  return { disk: diskSpeed(file), cache, sha256 };
}
