import type { EvidencePath, ExpectedEvidence, LedgerState, RoundsResult } from '../../audit/index.ts';
import { quoted } from '../../quote.ts';
import { AXIS, type AxisName, axisLabel } from '../words/axes.ts';
import { formatNumber } from '../words/format.ts';
import { formatEvidence } from '../words/ledger/ledger-words.ts';
import { missingNoise } from '../words/violation-words.ts';
import { linePlot } from './line-plot.ts';
import type { PlotDocument } from './sheet/document.ts';
import type { Picture } from './sheet/frame.ts';

/** No further down than this is drawn: the axis is of doubles. */
const FAR = 250 * Math.LN10;
/** Nor further up than this power of what refutes. */
const TOP = 5;
/** So many steps have a dot each; of more the line shows the least and the most between two places. */
const DOTS = 60;
const PLACES = 240;
/** As much of a claim as a picture has room for. */
const LONGEST = 400;

/** Evidence that adds up, before it is drawn. */
interface DrawnEvidence {
  readonly claim: string;
  readonly tau: number;
  /** ln of the evidence after each step. */
  readonly logs: readonly number[];
  readonly expected: ExpectedEvidence | null;
  readonly steps: AxisName;
  /** What a step is called, and the one that refuted. */
  readonly step: string;
  readonly refutedAt: number | null;
}

/** The evidence of a ledger over its steps. */
export function evidencePlot(state: LedgerState, document: PlotDocument): Picture {
  const { design, steps, refutedAt, expected } = state;
  const logs = steps.map(({ logEvidence }) => logEvidence);
  const { claim, tau } = design;
  return drawn({ claim, tau, logs, expected, refutedAt, steps: AXIS.steps, step: 'run' }, document);
}

/** The evidence of a training over its rounds. */
export function roundsPlot({ claim, tau, rounds, expected }: RoundsResult, document: PlotDocument): Picture {
  const logs = rounds.perRound.map(({ logEvidence }) => logEvidence);
  const { refutedAt } = rounds;
  return drawn({ claim, tau, logs, expected, refutedAt, steps: AXIS.rounds, step: 'round' }, document);
}

/** On a logarithmic scale, with the line that refutes and what is expected. */
function drawn(
  { claim, tau, logs, expected, steps, step, refutedAt }: DrawnEvidence,
  document: PlotDocument,
): Picture {
  const needed = 1 / tau;
  const whole: EvidencePath = [[0, 0], ...logs.map((log, i) => [i + 1, log] as const)];
  const top = TOP * Math.log(needed);
  const gone = whole.findLastIndex(([, log]) => log <= top) + 1;
  // Evidence that is beyond the picture and stays there is drawn as far as it is in it.
  const seen = gone < logs.length ? whole.slice(0, gone + 1) : whole;
  const last = Math.max(1, seen.length - 1);
  const path = thinned(seen.map(([at, log]) => [at, Math.max(-FAR, log)]));
  const honest = expected?.honest ?? [];
  const lows = [...path, ...honest].map(([, log]) => 0.6 * Math.exp(Math.max(-FAR, log)));
  const high = Math.max(5 * needed, ...path.map(([, log]) => Math.min(Math.exp(top), 1.6 * Math.exp(log))));
  const points = (of: EvidencePath) =>
    below(Math.log(high), of).map(([at, log]) => [at, Math.exp(Math.max(-FAR, log))] as const);
  const { model = '', violation = '' } = expected ?? {};
  const less = missingNoise(model, violation);
  const broken =
    less === 0.5
      ? 'half the noise'
      : less === null
        ? quoted(violation, 60)
        : `${formatNumber(100 * less, 3)}% less noise`;
  return linePlot(
    {
      name: 'evidence',
      title: 'Evidence against the claim',
      alt: `The evidence after each ${step}, on a logarithmic scale; at ${formatNumber(needed)} it refutes the claim${refutedAt === null ? ', which it has not reached' : `, which it reached with ${step} ${refutedAt}`}${gone < logs.length ? `, and after ${logs.length} it is ${formatEvidence(logs[logs.length - 1], 3)}` : ''}. Beside it what is expected of the best attack, where the claim holds and where it does not.`,
      x: {
        label: axisLabel(steps),
        domain: [0, last],
        ticks: Math.min(last > 999 ? 5 : 8, last),
        format: (x) => (Number.isInteger(x) ? String(x) : ''),
      },
      y: {
        label: axisLabel(AXIS.evidence, { log: true }),
        domain: [Math.min(0.5, ...lows), high],
        log: true,
        ticks: 5,
        format: formatPower,
      },
      lines: [
        ...(expected === null
          ? []
          : [
              {
                text: 'expected where the claim holds',
                style: 'quiet' as const,
                points: points(honest.filter(([at]) => at <= last)),
              },
              {
                text: `expected with ${broken}`,
                style: 'broken' as const,
                points: points(expected.violated.filter(([at]) => at <= last)),
              },
            ]),
        { text: 'evidence', style: 'main', points: points(path) },
        {
          text: `${formatNumber(needed)} refutes the claim`,
          style: 'beside',
          points: [
            [0, needed],
            [last, needed],
          ],
        },
      ],
      ...(logs.length > DOTS ? {} : { dots: { text: `after a ${step}`, points: points(path) } }),
      notes: [quoted(claim, LONGEST)],
    },
    document,
  );
}

/** Of many places the first and the last of each stretch, and its least and most. */
function thinned(path: EvidencePath): EvidencePath {
  const size = Math.ceil(path.length / PLACES);
  if (size === 1) return path;
  const kept = new Set<EvidencePath[number]>();
  for (let from = 0; from < path.length; from += size) {
    const part = path.slice(from, from + size);
    kept.add(part[0]).add(part[part.length - 1]);
    kept.add(part.reduce((a, b) => (b[1] < a[1] ? b : a)));
    kept.add(part.reduce((a, b) => (b[1] > a[1] ? b : a)));
  }
  return [...kept].sort((a, b) => a[0] - b[0]);
}

/** The path up to where it leaves the picture. */
function below(top: number, path: EvidencePath): EvidencePath {
  const out = path.findIndex(([, log]) => log > top);
  if (out < 0) return path;
  const [[x0, y0], [x1, y1]] = [path[out - 1], path[out]];
  return [...path.slice(0, out), [x0 + ((top - y0) / (y1 - y0)) * (x1 - x0), top]];
}

/** 0.01, 1, 100, 1e5. */
function formatPower(x: number): string {
  return x >= 1e-3 && x < 1e4 ? String(Number(x.toPrecision(3))) : x.toExponential(0).replace('+', '');
}
