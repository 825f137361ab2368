import { beta, type TradeOff } from '../../claims/index.ts';
import { exp, ln } from '../../numerics/index.ts';
import type { RunLook } from './look-at-runs.ts';
import type { AuditPlots } from './plot-data.ts';

/** What the plots of an audit are drawn from; nothing where no run has canaries of both kinds. */
export function plotsOf(looks: readonly RunLook[], f: TradeOff | null): AuditPlots {
  const runs = looks.flatMap(({ plots }) => plots ?? []);
  const fields = looks.flatMap(({ field }) => field ?? []);
  const claimed = f === null ? null : alphas().map((alpha) => [alpha, beta(f, alpha)] as const);
  return { runs, fields, claimed: runs.length + fields.length === 0 ? null : claimed };
}

/** Evenly spread from 0 to 1, and towards 0 also over the logarithm, where a logarithmic axis shows them. */
function alphas(): number[] {
  const even = Array.from({ length: 201 }, (_, i) => i / 200);
  const small = Array.from({ length: 60 }, (_, i) => 0.005 * exp((-(i + 1) / 60) * ln(5000)));
  // The left end of the axis is one of these.
  const powers = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6];
  return [...new Set([...even, ...small, ...powers])].sort((a, b) => a - b);
}
