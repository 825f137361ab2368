import { certifyPayoff } from '../../bounds/index.ts';
import { InvalidInput } from '../../errors.ts';
import { curveInGame } from '../epsilon/epsilon-certificate.ts';
import { type LedgerProof, relationOf } from '../evidence/proof.ts';
import { type LedgerEvent, orderStated, stepsOf } from '../evidence/steps.ts';
import { wealthOf } from '../evidence/wealth.ts';
import { gameOfProduct, type LedgerDesign, payoffOfProduct } from './design.ts';

/** The proof behind the evidence of a ledger. */
export function proveLedger(design: LedgerDesign, events: readonly LedgerEvent[]): LedgerProof {
  if (design.method !== 'optimal')
    throw new InvalidInput('no certificate to write; only the prices of the optimal test have one');
  const { claim, tau, k } = design;
  const relation = relationOf(k);
  const f = curveInGame(claim, relation);
  const products = design.products.map((product) => {
    const proof = certifyPayoff(gameOfProduct(design, product), payoffOfProduct(product), f);
    if (proof === null)
      throw new InvalidInput(
        `no certificate to write; the prices with ${product.guesses} guesses are lower than this version can prove`,
      );
    return { weight: product.weight, ...proof };
  });
  const order = orderStated(events);
  return {
    ...{ claim, relation, tau, products, events },
    ...(order === null ? {} : { order }),
    mostLogEvidence: wealthOf(products, stepsOf(events)).mostLogEvidence,
  };
}
