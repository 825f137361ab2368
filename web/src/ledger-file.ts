import { InvalidInput } from '../../src/index.ts';
import type { GivenFile } from './work/audit.ts';

/** How a ledger begins: with an entry, which its schema names where other keys stand before. */
const BEGINS = /^\uFEFF?\s*\{\s*"entry"\s*:\s*"(design|start|runs?)"/;
const NAMES = /"schema"\s*:\s*"onerun-ledger\//;
const LOOKED_AT = 4096;

/** Whether the beginning of a file is that of a ledger. */
export function beginsAsLedger(text: string): boolean {
  return BEGINS.test(text) || (/^\uFEFF?\s*\{/.test(text) && NAMES.test(text.split('\n', 1)[0]));
}

/** The ledger that was chosen; null where files are none. Throws where others were chosen with it. */
export async function ledgerAmong(files: readonly GivenFile[]): Promise<File | null> {
  for (const { file } of files) {
    // Decoded as it is, so that a byte order mark is seen.
    const bytes = await file.slice(0, LOOKED_AT).arrayBuffer();
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    if (!beginsAsLedger(text)) continue;
    if (files.length > 1)
      throw new InvalidInput(`${file.name} is a ledger: choose it alone, without other files`);
    return file;
  }
  return null;
}
