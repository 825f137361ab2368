import { type TradeOff, tradeOff } from '../../claims/index.ts';
import { exchangeCurve } from '../resolve-claim.ts';
import { type GuessingGame, type MechanismLaw, mechanismLaw } from './mechanism-law.ts';

/** The texts that a design is made from: the claim is tested, the two mechanisms say what to expect. */
export interface Hypotheses {
  readonly claim: string;
  readonly model: string;
  readonly violation: string;
}

/** The curve that is tested, and what to expect of the guesses under the model and under the violation. */
export interface Design {
  readonly tested: TradeOff;
  readonly honest: MechanismLaw;
  readonly broken: MechanismLaw;
}

export function designOf(game: GuessingGame, { claim, model, violation }: Hypotheses): Design {
  return {
    tested: game.kind === 'membership' ? tradeOff(claim) : exchangeCurve(tradeOff(claim)),
    honest: mechanismLaw(game, model),
    broken: mechanismLaw(game, violation),
  };
}
