import { remediesOf } from '../audit/index.ts';
import { chance } from '../chance.ts';
import { binomialTail } from '../numerics/index.ts';
import type { TrialOutcome } from './refutes.ts';
import type { Trial } from './trial.ts';

/** Why no scores of a design show much, and what would; null where they can. */
export function whyDesignIsBlind({ design, judged, standing }: Trial): string | null {
  const { couldNot, violation, power } = standing;
  if (couldNot === null) return null;
  const { claim, m, k, sides, tau } = design;
  const { enough, instead = [] } = remediesOf(m, standing, {
    claim,
    tau,
    ...(k === 2 ? { sides } : { k }),
    ...(violation === null ? {} : { violation }),
    ...(judged.minPower === undefined ? {} : { requirePower: judged.minPower }),
  });
  const cures = [
    ...instead.map(
      (each) =>
        `state ${each.claim}, which spends the same budget, and ${m} canaries catch ${each.violation} with probability ${chance(each.power)}`,
    ),
    ...(enough === undefined || enough.canaries === null
      ? []
      : [
          `use about ${enough.canaries} canaries, which catch ${enough.violation} with probability ${enough.power}`,
        ]),
    TAKE_IT,
  ];
  const why =
    couldNot === 'little-power' && power !== null
      ? `the best scores of ${violation} would refute it with probability ${chance(power)}, less than the ${judged.minPower ?? 0.5} that is asked for`
      : couldNot === 'never-refutes'
        ? 'no number of right guesses refutes it'
        : 'the best scores of a mechanism that keeps it look like blind guessing';
  return `The design could not have noticed a violation of ${claim}: with ${m} canaries ${why}. ${asCures(cures)}`;
}

const TAKE_IT = 'let it pass with minPower 0';

const asCures = (cures: readonly string[]) => `To mend it, ${cures.join('; or ')}.`;

/** Right guesses that blind guessing gets more seldom than this are no accident. */
const BLIND = 0.001;

/** Why the scores of a trial show too little, and what helps. */
export function whyAttackIsBlind({ trial, correct, attack }: TrialOutcome): string {
  const { design, runs, standing } = trial;
  const { claim, k, guesses } = design;
  const right = correct.reduce((a, b) => a + b, 0);
  const isBlind = binomialTail(runs * guesses, 1 / k, right) > BLIND;
  const tighter = k > 2 || isBlind ? '' : `, such as gaussian(sigma=${downToTwoDigits(1 / attack.shift)})`;
  const cures = [
    'return scores that are the higher the likelier in, each for its own record',
    `state a tighter claim${tighter}, where the mechanism leaks less than this one allows`,
    TAKE_IT,
  ];
  return `The scores could not have shown a violation of ${claim}: ${right} right guesses${isBlind ? ', as by tossing a coin,' : ''} are fewer than the ${standing.standsFrom} from which on it stands, and the best scores get ${Math.round(standing.expected)}. ${asCures(cures)}`;
}

function downToTwoDigits(x: number): number {
  const unit = 10 ** (Math.floor(Math.log10(x)) - 1);
  return Number((Math.floor(x / unit) * unit).toPrecision(2));
}
