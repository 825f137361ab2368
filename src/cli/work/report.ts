import { wordsPage } from '../../report/index.ts';
import { readFacts } from '../audit/facts.ts';
import { putReport } from '../audit/write-report.ts';
import { Outputs } from '../output/index.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { VERSION } from '../shell/version.ts';

/** What may be typed for `onerun report`. */
export interface ReportCommand {
  out: string;
  force?: true;
}

/** Writes the page of an audit or of words, by the same rules as `onerun audit --report`. */
export async function runReport({ out, force }: ReportCommand): Promise<CommandOutcome> {
  const outputs = await Outputs.collect({ files: [out], force });
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece);
  const found = readFacts(Buffer.concat(pieces).toString('utf8'));
  if (found.schema === 'onerun-words/1')
    outputs.put(out, wordsPage(found, { version: VERSION, date: new Date().toISOString() }));
  else await putReport(found, { report: out }, outputs);
  await outputs.place();
  return { code: EXIT.consistent, text: '' };
}
