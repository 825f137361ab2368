import type { RoundsDesign } from '../../audit/index.ts';
import { oneSide } from '../../observation.ts';
import { readHashed } from '../input/documents.ts';
import { roundsPlanSchema } from './rounds-schema.ts';

/** Reads a plan of rounds; that its bets are evidence is checked where they are followed. */
export async function readRoundsPlan(path: string): Promise<{ design: RoundsDesign; sha256: string }> {
  const { document, sha256 } = await readHashed(path, roundsPlanSchema, 'plan of rounds');
  const { schema: _, found: __, provesEpsilon: ___, family: ____, members: _____, ...plan } = document;
  const experts = plan.experts.map(({ game: { sides, ...game }, ...expert }) => ({
    ...expert,
    game: { ...game, ...oneSide(sides) },
  }));
  return { design: { ...plan, experts }, sha256 };
}
