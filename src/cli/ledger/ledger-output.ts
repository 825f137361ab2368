import type { LedgerDesign } from '../../audit/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { LedgerParts } from '../../ledger/index.ts';
import {
  type LedgerReport,
  ledgerData,
  ledgerHtml,
  ledgerMarkdown,
  ledgerScreen,
  ledgerText,
  loadPlots,
} from '../../report/index.ts';
import { commandLine } from '../audit/write-report.ts';
import { Outputs, picturePath, plotDocument, savedPicture } from '../output/index.ts';
import { type AskedForm, type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';
import { VERSION } from '../shell/version.ts';
import { evidenceFileText } from './evidence-file.ts';

/** What may be asked of a ledger besides its verdict. */
export interface LedgerOutput extends AskedForm {
  report?: string;
  plot?: string;
  certificate?: string;
  force?: true;
  markdown?: true;
}

/** Refuses, before any work, a proof that no test will give. */
export function checkCertifiable({ certificate }: LedgerOutput, { method }: LedgerDesign): void {
  if (certificate !== undefined && method !== 'optimal')
    throw new InvalidInput(
      '--certificate goes with a ledger of the optimal test: the prices of the paper’s have no proof to write',
    );
}

/** The files that a ledger may be asked for, checked before any work; inputs are never outputs. */
export function ledgerOutputs(
  { report, plot, certificate, force }: LedgerOutput,
  inputs: readonly (string | undefined)[],
): Promise<Outputs> {
  return Outputs.collect({ files: [report, certificate, picturePath(plot)], inputs, force });
}

/** Writes what was asked for; the exit code is the verdict's. */
export async function outcomeOf(
  report: LedgerReport,
  parts: LedgerParts,
  { report: page, plot, certificate, markdown, ...form }: LedgerOutput,
  outputs: Outputs,
): Promise<CommandOutcome> {
  if (certificate !== undefined) outputs.put(certificate, evidenceFileText(parts));
  if (page !== undefined || plot !== undefined) {
    const { evidencePlot } = await loadPlots();
    const picture = evidencePlot(report.state, await plotDocument());
    if (plot !== undefined) outputs.put(plot, await savedPicture(plot, picture.svg));
    if (page !== undefined)
      outputs.put(
        page,
        ledgerHtml(report, {
          plots: [picture],
          command: form.forPython ?? commandLine(),
          date: new Date().toISOString(),
          version: VERSION,
        }),
      );
  }
  await outputs.place();
  const code = report.state.refuted ? EXIT.refuted : EXIT.consistent;
  if (markdown !== undefined && form.json === undefined) return { code, text: ledgerMarkdown(report) };
  const words = () => ({ screen: ledgerScreen(report), all: ledgerText(report) });
  return { code, ...inAskedForm(form, () => ledgerData(report), words) };
}
