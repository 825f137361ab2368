import { parseClaim, printClaim, tradeOff, usualModel } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { USUAL_DELTA } from '../../levels.ts';

/** How much less private than the claim a stated model may be: noise is written with few digits. */
const ROUNDED = 0.01;

/**
 * The mechanism that a plan takes to be running: as stated, or the usual one of the claim. It decides how
 * many guesses are made and what is expected of them, never what is tested.
 */
export function modelOf(claim: string, stated?: string, delta = USUAL_DELTA): string {
  const parsed = parseClaim(claim);
  if (stated === undefined) return printClaim(usualModel(parsed));
  const model = parseClaim(stated);
  if (model.relation !== parsed.relation)
    throw new InvalidInput(
      `invalid model; must be about the same neighbours as the claim (${parsed.relation}): ${printClaim(model)}`,
    );
  const f = tradeOff(printClaim(parsed));
  const at = f.guarantee !== undefined && f.guarantee[1] > 0 ? f.guarantee[1] : delta;
  const [spent, claimed] = [tradeOff(printClaim(model)).epsilonLower(at), f.epsilon(at)];
  if (spent > claimed * (1 + ROUNDED) + 1e-3)
    throw new InvalidInput(
      `invalid model; must keep the claim: at delta ${at} ${printClaim(model)} has epsilon ${spent.toPrecision(4)}, ${f.name} ${claimed.toPrecision(4)}`,
    );
  return printClaim(model);
}
