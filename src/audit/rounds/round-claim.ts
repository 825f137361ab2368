import { ownFamily, parseClaim, printClaim } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { quoted } from '../../quote.ts';

/**
 * What a round is: one step, in which every canary that is in joins the batch; so many steps, through the
 * sampler; or something that keeps the stated claim on its own (a release, a query, a run).
 */
export type RoundLength = 'step' | 'each' | number;

/** What a stated claim says of one round. */
export interface RoundClaim {
  /** The claim of each round. */
  readonly round: string;
  /** The family of the round's claim; null where it has none. */
  readonly family: string | null;
  /** The family of the whole training with the same parameter; null where rounds are no part of one. */
  readonly whole: string | null;
  /** What rounds of this length do not test. */
  readonly untested: string | null;
  /** How many rounds the whole has; null where the claim does not say. */
  readonly rounds: number | null;
}

/** Mechanisms whose noise is correlated over steps. */
const CORRELATED = /ftrl|matrix|tree|band|toeplitz|correlated|\bblt|mf\b/i;

/** What the claim of a training says of its rounds. Refuses what its rounds do not say one by one. */
export function roundClaimOf(stated: string, length: RoundLength): RoundClaim {
  const correlated = CORRELATED.exec(stated)?.[0];
  if (correlated !== undefined)
    throw new InvalidInput(
      `invalid claim ${quoted(stated)}; noise that is correlated over steps (DP-FTRL, matrix mechanisms) is not judged by rounds, which are not what they claim one by one once the past is known: audit the whole training as one game`,
    );
  const claim = parseClaim(stated);
  if (claim.relation !== 'add-remove')
    throw new InvalidInput(
      `invalid claim ${quoted(stated)}; canaries are in a round or out of it, so it must be about add-remove`,
    );
  if (length === 'each') {
    const round = printClaim(claim);
    return { round, family: familyOfRound(round), whole: null, untested: null, rounds: null };
  }
  if (claim.parts !== undefined)
    throw new InvalidInput(
      `invalid claim ${quoted(printClaim(claim))}; each phase of a training has a claim of its own: judge the rounds of each phase alone, with the claim of that phase and tau divided by the number of phases, or rounds that each keep the whole claim (rounds each)`,
      ['claim', 'rounds'],
    );
  if (claim.name !== 'dpsgd')
    throw new InvalidInput(
      `invalid claim ${quoted(printClaim(claim))}; rounds of steps are parts of a training, which dpsgd(noise=..., rate=..., steps=...) states: state that, or judge rounds that each keep the claim (rounds each)`,
      ['claim', 'rounds'],
    );
  const { noise, rate, steps } = claim.parameters;
  if (length !== 'step' && !(Number.isSafeInteger(length) && length >= 1 && length <= steps))
    throw new InvalidInput(
      `invalid rounds; must be step, each, or a number of steps from 1 to ${steps}: ${length}`,
    );
  const whole = ownFamily(claim);
  if (length === 'step')
    return {
      round: `gaussian(sigma=${noise})`,
      family: 'gaussian',
      whole,
      untested:
        'the sampler (every canary that is in joins the batch of its step), and clipping except as far as canaries pass through it',
      rounds: steps,
    };
  const round = printClaim({ ...claim, parameters: { noise, rate, steps: length } });
  return { round, family: familyOfRound(round), whole, untested: null, rounds: Math.floor(steps / length) };
}

function familyOfRound(round: string): string | null {
  const claim = parseClaim(round);
  return claim.name === 'gaussian' ? 'gaussian' : ownFamily(claim);
}
