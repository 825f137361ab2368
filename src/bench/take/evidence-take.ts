import { formatEvidence, formatNumber, type LedgerReport, ledgerVerdict } from '../../report/index.ts';
import { standingAlone } from '../draw/standing-alone.ts';
import { textAt } from '../draw/svg.ts';
import { textLines } from '../draw/text-lines.ts';
import { evidenceDrawing } from '../ledger/evidence-drawing.ts';
import { EVIDENCE_RULES } from '../ledger/evidence-style.ts';
import { entryKind, entryWords } from '../ledger/evidence-words.ts';
import { rulesInFile } from '../style.ts';
import { csvTable } from './csv.ts';

const [WIDTH, MARGIN, LINE] = [960, 16, 17];

/** The evidence of a ledger as an SVG that stands alone, in light colours. */
export function evidenceSvg(report: LedgerReport): string {
  const { outcome, mark } = ledgerVerdict(report);
  const { state } = report;
  const { svg, height } = evidenceDrawing(report, WIDTH);
  const standing = `Evidence ${formatEvidence(state.logEvidence)} after ${state.steps.length} entries; ${formatNumber(1 / state.design.tau)} refutes. Claim: ${state.design.claim}.`;
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
      `Filled: a run added. Open: started. Cross: shows nothing. Last entry ${report.head.slice(0, 16)}…. Made by onerun.`,
      'b-quiet',
    ),
  ];
  return standingAlone(
    inside.join('\n'),
    WIDTH + 2 * MARGIN,
    foot + MARGIN,
    {
      title: 'The evidence of a ledger',
      description: `${mark}. ${standing} ${state.steps.map((_, i) => entryWords(report, i)).join(' ')}`,
    },
    `\n${rulesInFile(EVIDENCE_RULES)}`,
  );
}

/** The entries of a ledger as a table, with the evidence to the last digit. */
export function evidenceCsv(report: LedgerReport): string {
  const { state, entries } = report;
  const { design, steps, runs } = state;
  const columns = ['entry', 'at', 'run', 'kind', 'file', 'guesses', 'right_least', 'right_most', 'e_values'];
  const rows = steps.map(({ run, logEvidence }, i) => {
    const kind = entryKind(report, i);
    const found = kind === 'added' ? runs.find((each) => each.run === run) : undefined;
    const counts = found?.counts ?? [];
    const paid = found?.factors ?? design.products.map(({ heldBack }) => heldBack);
    const listed = (values: readonly number[]) => values.join(' ');
    return [
      ...[i + 1, entries[i].at, run, kind, entries[i].name],
      ...[listed(counts.map(({ guesses }) => guesses)), listed(counts.map(({ least }) => least))],
      ...[listed(counts.map(({ most }) => most)), listed(paid)],
      ...[logEvidence, -Math.log(design.tau)],
    ];
  });
  return csvTable([...columns, 'ln_evidence', 'ln_evidence_that_refutes'], rows);
}
