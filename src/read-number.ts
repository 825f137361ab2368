import { InvalidInput } from './errors.ts';
import { quoted } from './quote.ts';

/** One number as people type it; the name is for the message. */
export function readNumber(name: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text.replaceAll('_', ''));
  if (!Number.isFinite(value)) throw new InvalidInput(`invalid ${name}; must be a number: ${quoted(text)}`);
  return value;
}
