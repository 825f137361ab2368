import { expect, test } from 'vitest';
import { InvalidInput, type TradeOff, tradeOff } from '../../src/index.ts';
import { createRandom } from '../../src/numerics/index.ts';
import { curveFaults } from './curve-faults.ts';
import { processorTime } from './processor-time.ts';
import { randomClaim } from './random-claims.ts';
import { riskFaults } from './risk-faults.ts';

/** Far more than a claim takes on an idle machine. */
const SECONDS = 30;

/** Tests so many random claims of one seed: each has a curve without faults, or is refused in one sentence. */
export function randomClaimsSuite(claims: number): void {
  test(`${claims} claims are curves in order, or are refused in one sentence`, () => {
    let refused = 0;
    for (let i = 0; i < claims; i++) {
      const text = randomClaim(createRandom(13).split(i));
      const start = processorTime();
      let f: TradeOff;
      try {
        f = tradeOff(text);
      } catch (error) {
        expect(error, text).toBeInstanceOf(InvalidInput);
        expect((error as Error).message, text).toMatch(/^cannot compute this curve[^\n]*$/);
        refused++;
        continue;
      } finally {
        expect(processorTime() - start, text).toBeLessThan(1000 * SECONDS);
      }
      expect(curveFaults(f), text).toEqual([]);
      expect(riskFaults(text, f), text).toEqual([]);
    }
    expect(refused).toBeLessThan(0.2 * claims);
  });
}
