import { stat } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import type { FilePlace } from '../../../design/index.ts';
import { InvalidInput } from '../../../errors.ts';
import { DEFAULT_LIMITS } from '../../../io/index.ts';
import { quotedPath } from '../../../quote.ts';
import { reason } from '../../shell/system-error.ts';
import type { AuditRequest } from '../audit-request.ts';
import { checkWithin } from '../folder-place.ts';
import { type FoundAudits, findAudits } from './find-audits.ts';
import { readList } from './read-list.ts';

/** Where the files of all audits are. */
export interface AuditsPlace {
  /** All paths are relative to it. */
  readonly folder: string;
  /** The list that names the audits, within the folder; null where the folder is searched. */
  readonly list: string | null;
}

/** A folder as it was typed, or that of a list. */
export async function auditsPlace(given: string): Promise<AuditsPlace> {
  const info = await stat(given).catch((error: unknown) => {
    throw new InvalidInput(`cannot read ${quotedPath(given)}: ${reason(error)}`);
  });
  return info.isDirectory()
    ? { folder: given, list: null }
    : { folder: dirname(given), list: basename(given) };
}

/** What there is to audit; throws where there is nothing. */
export async function foundIn(
  place: FilePlace,
  { folder, list }: AuditsPlace,
  out: string,
  settings: AuditRequest,
): Promise<FoundAudits> {
  if (list !== null) {
    const limits = { ...DEFAULT_LIMITS, ...settings.limit };
    return { audits: await readList(place, folder, list, limits), skipped: [], inRuns: [] };
  }
  const found = await findAudits(folder, { out, settings });
  if (found.audits.length > 0) return found;
  const other =
    found.skipped.length === 0
      ? 'it is empty'
      : `it holds other files or folders only (${found.skipped.length})`;
  throw new InvalidInput(
    `nothing to audit in ${quotedPath(folder)}: no folder with a manifest.json, no score file (.csv, .tsv, .jsonl, .ndjson, .npz or .parquet, also gzipped); ${other}`,
  );
}

/** The same settings with the files that they name by their paths within the folder of all audits. */
export function pathsWithin(folder: string, settings: AuditRequest): AuditRequest {
  const changed = { ...settings };
  for (const name of ['plan', 'assignment', 'commitment'] as const) {
    const path = settings[name];
    if (path === undefined) continue;
    const within = relative(folder, path).split(sep).join('/');
    checkWithin(folder, within);
    changed[name] = within;
  }
  return changed;
}
