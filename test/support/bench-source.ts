import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { audit } from '../../src/audit/index.ts';
import { type BenchSource, sourceOfAudit } from '../../src/bench/index.ts';
import { bytesSource, readRuns } from '../../src/io/index.ts';
import { ROOT } from './process.ts';

/** The figure's source for an audit of a score file among the examples. */
export async function exampleSource(name: string, claim: string | undefined): Promise<BenchSource> {
  const runs = await readRuns(bytesSource(name, readFileSync(join(ROOT, 'examples', name))), {});
  const source = sourceOfAudit(audit(runs, claim === undefined ? {} : { claim }));
  if (source === null) throw new Error(`no figure of ${name}`);
  return source;
}
