import { expect, test } from 'vitest';
import { planOfRounds, rounds, roundsDesign } from '../../../src/index.ts';
import { createRandom } from '../../../src/numerics/index.ts';
import { noisy } from '../../support/rounds-training.ts';

const GOLDEN = '../../golden/answers/rounds.json';

/** What the followers in other languages are held to (python/tests/test_rounds.py): a plan and what was seen. */
test('the table of a plan and the evidence that follows from it', async () => {
  const claim = 'dpsgd(noise=1.5, rate=0.05, steps=40)';
  const plan = planOfRounds(roundsDesign({ claim, length: 'step', canaries: 60 }));
  const training = rounds(plan);
  const random = createRandom('followed');
  const seen = Array.from({ length: 40 }, (_, round) => {
    if (round === 6) {
      training.add(null);
      return { scores: null, included: null };
    }
    const included = Uint8Array.from({ length: 60 }, () => random.integer(2));
    const exact = noisy(round < 20 ? 1.5 : 0.8)(included, random, round);
    // Equal scores, as those of few digits are.
    const scores = round >= 36 ? exact.map((score) => Math.round(2 * score)) : exact;
    training.add({ scores: [scores], included });
    return { scores: [...scores], included: [...included] };
  });
  const { perRound, refutedAt, guesses } = training.result().rounds;
  const [{ epsilon }] = training.result().results;
  const found = {
    plan: { schema: 'onerun-rounds-plan/1', ...plan },
    seen,
    ...{ guesses, perRound, refutedAt, epsilon },
  };
  await expect(`${JSON.stringify(found)}\n`).toMatchFileSnapshot(GOLDEN);
});
