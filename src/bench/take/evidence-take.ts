import { formatEvidence, formatNumber, type LedgerReport, ledgerVerdict } from '../../report/index.ts';
import { standingAlone } from '../draw/standing-alone.ts';
import { textAt } from '../draw/svg.ts';
import { textLines } from '../draw/text-lines.ts';
import { evidenceDrawing } from '../ledger/evidence-drawing.ts';
import { EVIDENCE_RULES } from '../ledger/evidence-style.ts';
import { runsOfStep, stepWords } from '../ledger/evidence-words.ts';
import { rulesInFile } from '../style.ts';
import { csvTable } from './csv.ts';

const [WIDTH, MARGIN, LINE] = [960, 16, 17];

/** The evidence of a ledger as an SVG that stands alone, in light colours. */
export function evidenceSvg(report: LedgerReport): string {
  const { outcome, mark } = ledgerVerdict(report);
  const { state } = report;
  const { svg, height } = evidenceDrawing(report, WIDTH);
  const standing = `Evidence ${formatEvidence(state.logEvidence)} after ${state.runs.length} ${state.runs.length === 1 ? 'run' : 'runs'}; ${formatNumber(1 / state.design.tau)} refutes. Claim: ${state.design.claim}.`;
  const words = textLines(standing, WIDTH, 13);
  const top = 40 + words.length * LINE;
  const foot = top + height + LINE;
  const inside = [
    textAt(MARGIN, 24, mark, `b-head b-mark-${outcome}`),
    ...words.map((line, i) => textAt(MARGIN, 44 + i * LINE, line, 'b-said')),
    `<g transform="translate(${MARGIN} ${top})">${svg}</g>`,
    textAt(
      MARGIN,
      foot,
      `Filled: a run added. Open: started. Cross: shows nothing. Head ${report.head.slice(0, 16)}…. Made by onerun.`,
      'b-quiet',
    ),
  ];
  return standingAlone(
    inside.join('\n'),
    WIDTH + 2 * MARGIN,
    foot + MARGIN,
    {
      title: 'The evidence of a ledger',
      description: `${mark}. ${standing} ${state.steps.map((_, i) => stepWords(report, i)).join(' ')}`,
    },
    `\n${rulesInFile(EVIDENCE_RULES)}`,
  );
}

/** The runs of a ledger as a table, with the evidence after their step to the last digit. */
export function evidenceCsv(report: LedgerReport): string {
  const { state, entries } = report;
  const { design, steps, runs } = state;
  const columns = ['step', 'at', 'run', 'kind', 'file', 'guesses', 'right_least', 'right_most', 'e_values'];
  const rows = steps.flatMap(({ logEvidence }, step) =>
    runsOfStep(report, step).map((i) => {
      const { run, status, counts, factors } = runs[i];
      const listed = (values: readonly number[]) => values.join(' ');
      return [
        ...[step + 1, entries[i].at, run, status, entries[i].name],
        ...[listed(counts.map(({ guesses }) => guesses)), listed(counts.map(({ least }) => least))],
        ...[listed(counts.map(({ most }) => most)), listed(factors)],
        ...[logEvidence, -Math.log(design.tau)],
      ];
    }),
  );
  return csvTable([...columns, 'ln_evidence', 'ln_evidence_that_refutes'], rows);
}
