import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** A kind of file that is written, and how an earlier one of that kind is recognised by its content. */
export interface FileKind {
  /** With its article, for messages; null where an earlier one is not recognised. */
  readonly what: string | null;
  /** Whether the file at this path is an earlier output of this kind, which may be replaced. */
  made(path: string): Promise<boolean>;
}

/** Bytes at the beginning of a file that are looked at. */
const HEAD = 4096;

/** The first bytes of a file, one character each. */
export async function head(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

const SVG_MARK = '<metadata>made by onerun</metadata>';
const PNG_MARK = 'tEXtSoftware\0onerun';

export const REPORT: FileKind = {
  what: 'a report of onerun',
  made: async (path) =>
    /^<!doctype html>[\s\S]*<meta name="generator" content="onerun [^"]*">/.test(await head(path)),
};

export const SVG: FileKind = {
  what: 'a picture of onerun',
  made: async (path) => {
    const text = await head(path);
    return text.startsWith('<svg ') && text.includes(SVG_MARK);
  },
};

export const PNG: FileKind = {
  what: 'a picture of onerun',
  made: async (path) => {
    const text = await head(path);
    return text.startsWith('\x89PNG\r\n\x1a\n') && text.includes(PNG_MARK);
  },
};

export const CERTIFICATE: FileKind = {
  what: 'a certificate of onerun',
  made: async (path) => /^\s*\{\s*"schema"\s*:\s*"onerun-certificate\//.test(await head(path)),
};

export const EVIDENCE: FileKind = {
  what: 'a certificate of onerun ledger',
  made: async (path) => /^\s*\{\s*"schema"\s*:\s*"onerun-evidence\//.test(await head(path)),
};

/** A table with these columns. */
export function tableKind(columns: readonly string[]): FileKind {
  return {
    what: 'a table of onerun reproduce',
    made: async (path) => (await head(path)).startsWith(`${columns.join(',')}\n`),
  };
}

/**
 * Coins, commitments, plans and scores: they cannot be made again or recognised as ours, so they are never
 * replaced unasked.
 */
export const UNIQUE: FileKind = { what: null, made: async () => false };

/** An SVG with the mark that it is ours. */
export function markedSvg(svg: string): string {
  return svg.replace(/^<svg [^>]*>/, (tag) => `${tag}${SVG_MARK}`);
}

/**
 * A PNG with the mark that it is ours: a text chunk behind the header, whose 33 bytes every PNG begins with.
 */
export function markedPng(png: Uint8Array): Uint8Array {
  const chunk = Buffer.from(PNG_MARK, 'latin1');
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  check.writeUInt32BE(crc32(chunk));
  return Buffer.concat([png.subarray(0, 33), length, chunk, check, png.subarray(33)]);
}
