import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';

/** One number as people type it; the name is for the message. */
export function readNumber(name: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text.replaceAll('_', ''));
  if (!Number.isFinite(value)) throw new InvalidInput(`invalid ${name}; must be a number: ${quoted(text)}`);
  return value;
}

/** Significance from confidence. */
export function tauOf(confidence: number): number {
  if (!(confidence > 0 && confidence < 1))
    throw new InvalidInput(`invalid confidence; must be in (0, 1): ${confidence}`);
  // Decimals as people type them: 0.95 means tau = 0.05, not 0.050000000000000044.
  return Number((1 - confidence).toPrecision(15));
}
