import type { AuditResult } from '../../audit/index.ts';
import { quoted } from '../../quote.ts';

/** What a run is called: as the column of runs labels it, or its number, counted from 1. */
export function runLabel({ runs }: Pick<AuditResult, 'runs'>, index: number): string {
  return quoted(runs[index].inputs[0].run ?? String(index + 1));
}
