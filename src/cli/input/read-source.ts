import { constants, fstatSync, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename } from 'node:path';
import { InvalidInput } from '../../errors.ts';
import { type ByteSource, LimitReached, type Limits } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { reason } from '../shell/system-error.ts';
import { closeFile, openFile, readSlice, stateOf } from './descriptor.ts';

/** A source with an open file or pipe behind it, until it is closed. */
export interface OpenSource extends ByteSource {
  /** The file descriptor, where there is a regular file behind it. */
  readonly descriptor?: number;
  close(): Promise<void>;
  /** To be called when all was read: refuses a file that changed meanwhile. */
  refuseIfChanged(): Promise<void>;
}

/** A file that somebody wrote to while it was read. */
export class FileChanged extends InvalidInput {
  override name = 'FileChanged';
}

/** Bytes that are read at once. */
const PIECE = 1 << 20;

const STANDARD_INPUT = ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'];

/** Refuses to read standard input twice: the second reader would find nothing. */
export function checkReadOnce(paths: readonly (string | undefined)[]): void {
  const named = paths.filter((path) => path !== undefined && STANDARD_INPUT.includes(path));
  if (named.length > 1) throw new InvalidInput('standard input can be read once: name - once');
}

/** Opens a file, a pipe, or standard input (-); directories and devices are refused. */
export async function openSource(path: string, limits: Limits): Promise<OpenSource> {
  if (STANDARD_INPUT.includes(path)) return standardInput(limits);
  await checkReadable(path);
  const name = path.startsWith('/dev/') ? path : basename(path);
  // Without waiting: the other end of a named pipe may not be open yet.
  const file = await openFile(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (error: unknown) => {
      throw unreadable(path, error);
    },
  );
  return fstatSync(file).isFile() ? FileSource.of(name, file) : pipeSource(name, file, limits);
}

/** Refuses what cannot be read as a file or a pipe. */
async function checkReadable(path: string): Promise<void> {
  const info = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const kind = whyNot(info);
  if (kind !== null) throw new InvalidInput(`cannot read ${quotedPath(path)}: it is a ${kind}`);
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

function whyNot(info: Stats): string | null {
  if (info.isDirectory()) return 'directory';
  if (info.isSocket()) return 'socket';
  return info.isFile() || info.isFIFO() ? null : 'device';
}

function unreadable(path: string, error: unknown): InvalidInput {
  return new InvalidInput(`cannot read ${quotedPath(path)}: ${reason(error)}`);
}

/** A regular file, read by one descriptor from beginning to end: what is hashed is what was parsed. */
export class FileSource implements OpenSource {
  readonly name: string;
  readonly byteLength: number;
  readonly descriptor: number;
  private readonly changed: bigint;

  private constructor(name: string, descriptor: number, byteLength: number, changed: bigint) {
    this.name = name;
    this.descriptor = descriptor;
    this.byteLength = byteLength;
    this.changed = changed;
  }

  static async of(name: string, descriptor: number): Promise<FileSource> {
    const { size, changed } = await stateOf(descriptor);
    return new FileSource(name, descriptor, size, changed);
  }

  async slice(start: number, end = this.byteLength): Promise<ArrayBuffer> {
    const length = Math.max(0, Math.min(end, this.byteLength) - start);
    return (await readSlice(this.descriptor, start, length)).buffer;
  }

  async *stream(): AsyncGenerator<Uint8Array> {
    let coming: Promise<Uint8Array> = readSlice(this.descriptor, 0, PIECE);
    try {
      for (let at = PIECE; ; at += PIECE) {
        const bytes = await coming;
        const whole = bytes.length === PIECE;
        // The next piece is read while this one is used.
        if (whole) {
          coming = readSlice(this.descriptor, at, PIECE);
          coming.catch(() => {});
        }
        if (bytes.length > 0) yield bytes;
        if (!whole) return;
      }
    } finally {
      await coming.catch(() => {});
    }
  }

  async refuseIfChanged(): Promise<void> {
    const { size, changed } = await stateOf(this.descriptor);
    if (size !== this.byteLength || changed !== this.changed)
      throw new FileChanged(`invalid file ${this.name}; it must not change while it is read`);
  }

  close(): Promise<void> {
    return closeFile(this.descriptor);
  }
}

/** Bytes that come once. */
function onceSource(
  name: string,
  stream: () => AsyncIterable<Uint8Array>,
  close: () => Promise<void>,
): OpenSource {
  let begun = false;
  return {
    name,
    byteLength: 0,
    once: true,
    slice: () => Promise.reject(new Error('internal: a pipe has no slices')),
    stream() {
      if (begun) throw new Error('internal: a pipe is read once');
      begun = true;
      return stream();
    },
    refuseIfChanged: async () => {},
    close,
  };
}

function pipeSource(name: string, file: number, limits: Limits): OpenSource {
  // Read through a Socket, which waits for bytes without blocking a thread, so that waiting can be ended.
  const socket = new Socket({ fd: file, readable: true, writable: false });
  socket.on('error', () => {});
  return onceSource(
    name,
    () => withTimeout(name, socket, limits),
    async () => void socket.destroy(),
  );
}

async function standardInput(limits: Limits): Promise<OpenSource> {
  const name = 'standard input';
  const { stdin } = process;
  const info = await stat('/dev/stdin').catch(() => null);
  const kind = info === null || stdin.isTTY || info.isSocket() ? null : whyNot(info);
  if (kind !== null) throw new InvalidInput(`cannot read ${name}: it is a ${kind}`);
  return onceSource(
    name,
    () => withTimeout(name, stdin, limits),
    async () => void stdin.destroy(),
  );
}

/** The same stream; throws where no bytes come for too long. */
async function* withTimeout(
  name: string,
  stream: AsyncIterable<Uint8Array>,
  limits: Limits,
): AsyncGenerator<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const late = new Promise<never>((_, reject) => {
        const end = () => reject(new LimitReached(name, 'wait', limits));
        // Timers hold at most 2^31 milliseconds.
        timer = setTimeout(end, Math.min(1000 * limits.wait, 2 ** 31 - 1));
      });
      const { done, value } = await Promise.race([pieces.next(), late]);
      clearTimeout(timer);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
  }
}
