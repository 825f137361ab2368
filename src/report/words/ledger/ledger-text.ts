import { sectionsText } from '../prose.ts';
import { tableText } from '../table.ts';
import { textPlots } from '../text-plot.ts';
import { formatEvidence, type LedgerReport, ledgerWords } from './ledger-words.ts';

/** The report of `onerun ledger show` for the terminal. */
export function ledgerText(report: LedgerReport): string {
  const words = ledgerWords(report);
  const labelled = (label: string, text: string | null) => (text === null ? null : `${label}: ${text}`);
  return sectionsText([
    [words.plain, words.worth ?? ''].join(' ').trim(),
    `Claimed: ${words.claimed}`,
    [`Seen: ${words.seen}`, labelled('Order', words.order) ?? ''].join('\n').trim(),
    tableText(words.steps),
    words.stepsMeaning,
    drawing(report),
    `${words.mark}. Evidence: ${words.evidence}`,
    labelled('P-value', words.pValue),
    words.provedLead,
    tableText(words.epsilons),
    labelled('Expected', words.expected),
    ...words.notices.map((notice) => `Note: ${notice}`),
    ['What this rests on', ...words.assumptions.map((line) => `  ${line}`)].join('\n'),
    words.record.map(([term, fact]) => `${term}: ${fact}`).join('\n'),
    `Next: ${words.next}.`,
  ]);
}

/** The report of `onerun ledger new`: what was fixed. */
export function newLedgerText(report: LedgerReport): string {
  const words = ledgerWords(report);
  return sectionsText([
    `A ledger for ${report.state.design.claim} was begun: its design is fixed from now on.`,
    `Claimed: ${words.claimed}`,
    `Seen: ${words.seen}`,
    'Bets on each run: a share of the evidence is bet on each number of right guesses; where a run reaches it, the bet pays that share divided by the chance to reach it under the claim. What is not bet is held back.',
    tableText(words.bets),
    words.expected === null ? null : `Expected: ${words.expected}`,
    words.record.map(([term, fact]) => `${term}: ${fact}`).join('\n'),
    `Next: ${words.next}.`,
  ]);
}

/** Evidence over runs in characters, on a logarithmic scale, with the line that refutes. */
function drawing({ state }: LedgerReport): string | null {
  const logs = [0, ...state.steps.map(({ logEvidence }) => logEvidence)];
  if (logs.length < 3) return null;
  const needed = -Math.log(state.design.tau);
  const low = Math.min(...logs) - 0.5;
  const high = Math.max(needed, ...logs) + 0.5;
  const last = logs.length - 1;
  const dense = Array.from({ length: 120 }, (_, i) => {
    const x = (i / 119) * last;
    const left = Math.min(last - 1, Math.floor(x));
    return [x, logs[left] + (x - left) * (logs[left + 1] - logs[left])] as const;
  });
  return textPlots([
    {
      title: 'evidence over steps (log scale), - refutes',
      xRange: [0, last],
      yRange: [low, high],
      xEnds: ['0', String(last)],
      yEnds: [formatEvidence(low), formatEvidence(high)],
      series: [
        { mark: '-', points: dense.map(([x]) => [x, needed] as const) },
        { mark: '.', points: dense },
        { mark: '*', points: logs.map((log, i) => [i, log] as const) },
      ],
    },
  ]);
}
