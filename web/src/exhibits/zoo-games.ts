import { parseClaim, printClaim } from '../../../src/index.ts';
import { ZOO } from '../../../src/mechanisms/index.ts';
import { shellCommand } from '../../../src/report/index.ts';

export type ZooName = keyof typeof ZOO;

export const ZOO_NAMES = Object.keys(ZOO) as ZooName[];

const PRIVACY = { noise: 1, rate: 0.02, steps: 1000 };

/** What all of them claim, whatever the bug does. */
export const ZOO_CLAIM = printClaim(
  parseClaim(`dpsgd(noise=${PRIVACY.noise}, rate=${PRIVACY.rate}, steps=${PRIVACY.steps})`),
);

/** The attack that each bug is looked at by, where it is not the usual one (docs/mechanisms.md). */
const ATTACKS: Partial<Record<ZooName, { score?: string; size?: number; m?: number }>> = {
  'sqrt2-sensitivity': { score: 'fitted', m: 4000 },
  'short-noise': { score: 'fitted', m: 2000 },
  'skipped-noise': { score: 'fitted' },
  'same-noise': { score: 'spread' },
  'clip-average': { size: 10 },
  'no-clip': { size: 10 },
  'non-finite': { size: 1e39 },
  'fixed-batches': { score: 'schedule' },
};

/** The game in which a bug is looked at: its mechanism, its attack and its seed. */
export function zooGame(bug: ZooName) {
  const { score = 'llr', size = 1, m = 1000 } = ATTACKS[bug] ?? {};
  const { what, flaws } = ZOO[bug];
  const share = 'noiseShare' in flaws ? flaws.noiseShare : null;
  // Guesses are planned against half the noise; a milder bug needs more of them.
  const violation =
    share === null || share <= 0.5
      ? null
      : ZOO_CLAIM.replace('noise=1,', `noise=${Number(share.toFixed(4))},`);
  return { ...PRIVACY, what, score, size, m, violation, seed: `zoo ${bug}` };
}

/** The command line that makes the same scores. */
export function zooCommand(bug: ZooName): string {
  const { noise, rate, steps, score, size, m, seed } = zooGame(bug);
  return shellCommand([
    ...['onerun', 'simulate', '--mechanism', 'dpsgd', '--noise', String(noise), '--rate', String(rate)],
    ...['--steps', String(steps), '--canaries', String(m), '--bug', bug, '--score', score],
    ...(size === 1 ? [] : ['--canary-size', String(size)]),
    ...['--seed', seed, '--out', `zoo-${bug}.csv`],
  ]);
}
