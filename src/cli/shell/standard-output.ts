import { fstatSync, writeSync } from 'node:fs';

/** Standard output that remembers whether writing failed. */
export interface StandardOutput {
  write(text: string): void;
  /** Resolves when all of it is out: to what kept it from being written whole, or null. */
  finish(): Promise<NodeJS.ErrnoException | null>;
}

/** Writes to standard output. A reader that closed the pipe early is no failure. */
export function standardOutput(): StandardOutput {
  let failure: NodeJS.ErrnoException | null = null;
  const failed = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure ??= error;
  };
  process.stdout.on('error', failed);
  if (!isFileOrDevice()) {
    return {
      write: (text) => void process.stdout.write(text),
      finish: async () => {
        await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
        return failure;
      },
    };
  }
  return {
    // Node's stream of a file does not notice a partial write, so a full disk would go unnoticed.
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

/** Whether standard output is a file, or a device that is not a terminal. */
function isFileOrDevice(): boolean {
  try {
    const info = fstatSync(1);
    return info.isFile() || (info.isCharacterDevice() && !process.stdout.isTTY);
  } catch {
    return false;
  }
}
