import { sha256Of } from '../input/sha256.ts';

/** Names that some systems keep for devices, whatever their endings. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const LONGEST = 80;

/**
 * A file name for the report of each audit, without its ending: readable, the same each time, and unlike each
 * other on systems that do not tell small letters from capital ones.
 */
export function reportNames(audits: readonly string[]): string[] {
  const plain = audits.map(plainName);
  const count = new Map<string, number>();
  for (const name of plain) count.set(folded(name), (count.get(folded(name)) ?? 0) + 1);
  // Each of those that are alike gets a mark of its own, whatever others come later.
  const times = new Map<string, number>();
  return plain.map((name, i) => {
    if (count.get(folded(name)) === 1) return name;
    const time = (times.get(audits[i]) ?? 0) + 1;
    times.set(audits[i], time);
    return `${name}-${sha256Of(audits[i]).slice(0, 8)}${time === 1 ? '' : `-${time}`}`;
  });
}

function plainName(audit: string): string {
  const name = Array.from(
    audit
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
      .replace(/^[-.]+|[-.]+$/g, ''),
  )
    .slice(0, LONGEST)
    .join('')
    .replace(/[-.]+$/, '');
  return name === '' || RESERVED.test(name) ? `audit-${name}`.replace(/-$/, '') : name;
}

const folded = (name: string) => name.toLowerCase().normalize('NFKC');
