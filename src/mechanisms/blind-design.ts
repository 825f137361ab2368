import { type JudgedDesign, remediesOf, type Standing, USUAL_POWER } from '../audit/index.ts';
import { chance } from '../chance.ts';

/** How a test that could not have noticed is let pass, as the caller writes it. */
export const LET_PASS = 'minPower: 0';

/** Why no scores of a design show much, and what would; null where they can. */
export function whyDesignIsBlind(
  claim: string,
  { game, model, tau, runs, minPower = 0.5 }: JudgedDesign,
  standing: Standing,
  letPass: string | null = LET_PASS,
): string | null {
  const { couldNot, violation, power } = standing;
  if (couldNot === null) return null;
  const { m, k } = game;
  const { enough, instead = [] } = remediesOf(m, standing, {
    claim,
    model,
    // One run that is enough, at the level of the whole test: every run of several has a part of it.
    tau: tau ** runs,
    ...(game.kind === 'membership' && game.sides !== undefined ? { sides: game.sides } : {}),
    ...(k === 2 ? {} : { k }),
    ...(violation === null ? {} : { violation }),
    requirePower: minPower,
  });
  const why =
    couldNot === 'never-refutes'
      ? 'not even all guesses right refute it'
      : couldNot === 'little-power' && power !== null
        ? `the best scores of ${violation} refute it with probability ${chance(power)}, and ${minPower} is asked for`
        : 'the best scores of a mechanism that keeps it look like blind guessing';
  const cures = [
    ...instead.map(({ claim: other, violation: caught, power: likely, canaries }) => {
      const same = `state ${other}, which spends the same budget`;
      if (canaries === null) return same;
      if (canaries > m) return `${same}: ${catches(canaries, caught, `${USUAL_POWER}`)}`;
      return `${same}: ${catches(m, caught, chance(likely))}`;
    }),
    ...(enough === undefined
      ? []
      : enough.canaries === null
        ? [`state a worse violation, for no number of canaries up to 1e6 catches ${enough.violation}`]
        : enough.canaries > m
          ? [
              `use more${runs === 1 ? '' : ' in one run'}: about ${catches(enough.canaries, enough.violation, `${enough.power}`)}`,
            ]
          : ['leave the numbers of runs and guesses open, for which there are enough canaries']),
    ...(couldNot === 'never-refutes' ? [] : [`let it pass with ${letPass}`]),
  ];
  return `The design could not have noticed a violation of ${claim}: with ${m} canaries ${why}.${letPass === null ? '' : asCures(cures)}`;
}

const catches = (canaries: number, violation: string, power: string) =>
  `${canaries} canaries catch ${violation} with probability ${power}`;

/** What helps, as a sentence of its own. */
export const asCures = (cures: readonly string[]) =>
  cures.length === 0 ? '' : ` To mend it, ${cures.join('; or ')}.`;
