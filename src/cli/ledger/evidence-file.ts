import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { type LedgerProof, ledgerEvents, proveLedger } from '../../audit/index.ts';
import { definedOnly } from '../../defined-only.ts';
import type { LedgerParts } from '../../ledger/index.ts';
import { oneSide } from '../../observation.ts';
import type { evidenceSchema } from '../schemas/ledger.ts';

type EvidenceFile = z.infer<typeof evidenceSchema>;

/** The proof behind a ledger's evidence, as its file holds it. */
export function evidenceFileText({ design, records }: LedgerParts): string {
  return evidenceText(proveLedger(design, ledgerEvents(design, records)));
}

/** The same of a proof. */
export function evidenceText(proof: LedgerProof): string {
  const content = { schema: 'onerun-evidence/1' as const, ...proof };
  return `${JSON.stringify({ ...ordered(content), checksum: evidenceChecksum(content) })}\n`;
}

/** sha256 of the document without its checksum, as compact JSON with the keys in the order of the schema. */
export function evidenceChecksum(content: Parameters<typeof ordered>[0]): string {
  return createHash('sha256')
    .update(JSON.stringify(ordered(content)))
    .digest('hex');
}

/** The proof that a file holds. */
export function proofOf({ schema: _, checksum: __, events, ...content }: EvidenceFile): LedgerProof {
  return {
    ...content,
    events: events.map(({ run, reached, started, together }) => ({
      run,
      reached,
      ...definedOnly({ started, together }),
    })),
    products: content.products.map(({ game: { sides, ...game }, ...product }) => ({
      ...product,
      game: { ...game, ...oneSide(sides) },
    })),
  };
}

function ordered({
  schema,
  claim,
  relation,
  tau,
  products,
  events,
  order,
  mostLogEvidence,
}: Pick<EvidenceFile, 'schema'> & LedgerProof) {
  return {
    schema,
    claim,
    relation,
    tau,
    products: products.map(({ weight, game, payoff, tangents, bound }) => {
      const { m, k, guesses, sides } = game;
      return {
        weight,
        game: { m, k, guesses, ...oneSide(sides) },
        payoff: { base: payoff.base, steps: payoff.steps },
        tangents: tangents.map(({ epsilon, delta, weights }) => ({ epsilon, delta, weights })),
        bound,
      };
    }),
    events: events.map(({ run, reached, started, together }) => ({
      run,
      reached,
      ...definedOnly({ started, together }),
    })),
    ...definedOnly({ order }),
    mostLogEvidence,
  };
}
