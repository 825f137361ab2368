import { verifyLedger } from '../../src/audit/index.ts';
import { proofOf } from '../../src/cli/ledger/evidence-file.ts';
import { evidenceSchema } from '../../src/cli/schemas/ledger.ts';
import { InvalidInput } from '../../src/errors.ts';
import type { Random } from '../../src/numerics/index.ts';

/** What a number becomes: less, more, one of its neighbours. */
const CHANGES = [
  (x: number) => x / 2,
  (x: number) => 0.98 * x,
  (x: number) => 1.02 * x,
  (x: number) => 2 * x,
  (x: number) => x + 1,
  (x: number) => Math.abs(x - 1),
];

/** The certificate of evidence with one number of it changed, anywhere. */
function withOneChange(text: string, random: Random): string {
  const numbers = [...text.matchAll(/(?<=[:[,])-?\d[\d.e+-]*(?=[,\]}])/g)];
  const { 0: number, index } = numbers[random.integer(numbers.length)];
  const value = CHANGES[random.integer(CHANGES.length)](Number(number));
  const changed = Number.isInteger(Number(number)) ? Math.round(value) : value;
  return text.slice(0, index) + changed + text.slice(index + number.length);
}

/**
 * Why `onerun verify` refuses a certificate of evidence for a reason that arithmetic alone has; null where it
 * does not. A line below the curve and a tau out of range are other reasons, as are a bound that is larger than
 * need be and runs out of order, which have no Coq term.
 */
function whyRefused(text: string): string | null {
  try {
    verifyLedger(proofOf(evidenceSchema.parse(JSON.parse(text))));
    return null;
  } catch (error) {
    if (!(error instanceof InvalidInput)) return null;
    const { message } = error;
    const bound = /^invalid bound; the weights prove (\S+): (\S+)$/.exec(message);
    const isLoose = bound !== null && Number(bound[1]) < Number(bound[2]);
    return isLoose || /^invalid (tau|tangent|delta of|run \d+; runs are numbered)/.test(message)
      ? null
      : message;
  }
}

/** So many altered certificates that `onerun verify` refuses, each once. */
export function alteredEvidence(texts: readonly string[], count: number, random: Random): string[] {
  const found = new Set<string>();
  while (found.size < count) {
    const altered = withOneChange(texts[found.size % texts.length], random);
    if (whyRefused(altered) !== null) found.add(altered);
  }
  return [...found];
}
