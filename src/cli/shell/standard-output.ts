import { fstatSync, writeSync } from 'node:fs';

/** What became of what was written to standard output. */
export interface Output {
  write(text: string): void;
  /** Resolves when all of it is out: to what kept it from being written whole, or null. */
  finish(): Promise<NodeJS.ErrnoException | null>;
}

/** Standard output that says when it was not written whole. A reader that went away is no failure. */
export function standardOutput(): Output {
  let failure: NodeJS.ErrnoException | null = null;
  const failed = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure ??= error;
  };
  process.stdout.on('error', failed);
  if (!takesAllAtOnce()) {
    return {
      write: (text) => void process.stdout.write(text),
      finish: async () => {
        await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
        return failure;
      },
    };
  }
  return {
    // The stream of a file takes a part for the whole: a full disk would pass unseen.
    write(text) {
      if (failure !== null) return;
      const bytes = Buffer.from(text);
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
      } catch (error) {
        failed(error as NodeJS.ErrnoException);
      }
    },
    finish: async () => failure,
  };
}

/** A file, or a device that is no terminal. */
function takesAllAtOnce(): boolean {
  try {
    const info = fstatSync(1);
    return info.isFile() || (info.isCharacterDevice() && !process.stdout.isTTY);
  } catch {
    return false;
  }
}
