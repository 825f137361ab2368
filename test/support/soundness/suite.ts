import { describe, test } from 'vitest';
import { expectSharp, expectSound, type Situation } from './play.ts';

/** Every mechanism of every situation, and that each situation has one that is refuted about as often as it may be. */
export function soundnessSuite(
  situations: readonly Situation[],
  games: number,
  note?: (line: string) => void,
): void {
  describe.each(situations)('$name', (situation) => {
    test('one mechanism is refuted in at least half of tau', () => expectSharp(situation));

    test.each(Object.entries(situation.mechanisms))(`${games} true claims: %s`, async (name, make) => {
      const seen = await expectSound(`${situation.name}: ${name}`, make(), games);
      note?.(`${situation.name}: ${name}: ${seen}`);
    });
  });
}
