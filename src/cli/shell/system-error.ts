import { quoted } from '../../quote.ts';

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'something of that name is there',
  EISDIR: 'it is a directory',
  ENOTDIR: 'part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'it is larger than the system allows',
  EROFS: 'the disk is read-only',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  ENXIO: 'it is a socket',
  EPIPE: 'nobody reads it',
};

/**
 * Whether an error came from the system (a file, a disk): those are about the input, not about this program.
 */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'errno' in error;
}

/** A system error as a few words. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return WORDS[code ?? ''] ?? quoted(message ?? String(error), 300);
}
