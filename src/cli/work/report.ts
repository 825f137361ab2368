import { auditOfFacts } from '../audit/facts.ts';
import { putReport } from '../audit/write-report.ts';
import { Outputs, REPORT } from '../output/index.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';

/** What may be typed for `onerun report`. */
export interface ReportCommand {
  out: string;
  force?: true;
}

/** Writes the page of an audit, by the same rules as `onerun audit --report`. */
export async function runReport({ out, force }: ReportCommand): Promise<CommandOutcome> {
  const outputs = await Outputs.collect({ files: [[out, REPORT]], force });
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece);
  await putReport(auditOfFacts(Buffer.concat(pieces).toString('utf8')), { report: out }, outputs);
  await outputs.place();
  return { code: EXIT.consistent, text: '' };
}
