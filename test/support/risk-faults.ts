import { claimRisk, parseClaim, type TradeOff } from '../../src/index.ts';

const POINTS = 2000;

/** What is wrong with the risks of a claim, held against its curve: nothing, for risks in order. */
export function riskFaults(text: string, f: TradeOff): string[] {
  const faults: string[] = [];
  const check = (holds: boolean, what: () => string) => {
    if (!holds) faults.push(what());
  };
  const { advantage, tpr, posterior, posteriorAtDelta, relation } = claimRisk(text);
  // Naively: the largest distance from the diagonal, over many points.
  let most = 0;
  for (const x of [...Array.from({ length: POINTS + 1 }, (_, i) => i / POINTS), ...(f.bends ?? [])])
    most = Math.max(most, f.fBar(x) - x);
  check(advantage >= most - 1e-12 && advantage <= 1, () => `advantage ${advantage}, of ${most}`);
  check(advantage <= most + 1 / POINTS, () => `advantage ${advantage}, but only ${most}`);
  for (const { fpr, tpr: rate } of tpr) {
    check(rate >= fpr && rate <= 1, () => `TPR ${rate} at FPR ${fpr}`);
    check(rate <= fpr + advantage + 1e-12, () => `TPR ${rate} at FPR ${fpr}, advantage ${advantage}`);
  }
  for (const { prior, posterior: after } of [...posterior, ...posteriorAtDelta])
    check(after >= prior && after <= 1, () => `posterior ${after} from ${prior}`);
  check(relation === parseClaim(text).relation, () => `relation ${relation}`);
  return faults;
}
