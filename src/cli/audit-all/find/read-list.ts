import { posix } from 'node:path';
import { unknownName } from '../../../claims/index.ts';
import { type FilePlace, wholeBytes } from '../../../design/index.ts';
import { InvalidInput } from '../../../errors.ts';
import type { Limits } from '../../../io/index.ts';
import { quoted, quotedPath } from '../../../quote.ts';
import { readNumber } from '../../../read-number.ts';
import { methods } from '../../shell/options.ts';
import { type AuditRequest, settingsOfTyped, type TypedSettings } from '../audit-request.ts';
import { checkWithin } from '../folder-place.ts';
import type { FoundAudit } from './find-audits.ts';
import { listRows } from './list-rows.ts';

/** A cell as the value of an option; what is typed for the option has the same form. */
type Cell = (text: string, name: string) => unknown;

const asText: Cell = (text) => text;
const asNumber: Cell = (text, name) => readNumber(name, text);
const asNumbers: Cell = (text, name) => text.split(/[\s,;]+/).map((part) => readNumber(name, part));
const asFlag: Cell = (text, name) => {
  if (/^(yes|true|1)$/i.test(text)) return true;
  if (/^(no|false|0)$/i.test(text)) return false;
  throw new InvalidInput(`invalid ${name}; must be yes or no: ${quoted(text)}`);
};
const asSides: Cell = (text) => {
  if (text === 'in' || text === 'out' || text === 'both') return text;
  throw new InvalidInput(`invalid sides; must be in, out or both: ${quoted(text)}`);
};

/** Columns by the names of the options that they state. */
const OPTIONS: Readonly<Record<string, readonly [option: keyof TypedSettings, cell: Cell]>> = {
  claim: ['claim', asText],
  violation: ['violation', asText],
  model: ['model', asText],
  family: ['family', (text) => text.split(';').map((family) => family.trim())],
  method: ['method', (text) => methods(text)],
  guesses: ['guesses', asNumbers],
  sides: ['sides', asSides],
  'lower-is-in': ['lowerIsIn', asFlag],
  'at-least': ['atLeast', asNumber],
  threshold: ['threshold', asNumber],
  'threshold-runs': ['thresholdRuns', asNumber],
  'same-canary': ['sameCanary', asFlag],
  plan: ['plan', asText],
  'depart-from-plan': ['departFromPlan', asFlag],
  assignment: ['assignment', asText],
  commitment: ['commitment', asText],
  'require-power': ['requirePower', asNumber],
  confidence: ['confidence', asNumber],
  tau: ['tau', asNumber],
  delta: ['delta', asNumber],
  options: ['options', asNumber],
  seed: ['seed', asText],
  'score-column': ['scoreColumn', asText],
  'included-column': ['includedColumn', asText],
  'id-column': ['idColumn', asText],
  'run-column': ['runColumn', asText],
};

const COLUMNS = ['path', 'name', ...Object.keys(OPTIONS)];

/** The audits of a list: paths relative to it, and for each what is stated for it alone. */
export async function readList(
  place: FilePlace,
  folder: string,
  file: string,
  limits: Limits,
): Promise<FoundAudit[]> {
  const list = quotedPath(file);
  const text = new TextDecoder().decode(await wholeBytes(place, file, limits));
  const [head = [], ...rows] = listRows(text);
  const columns = head.map((name) => name.trim().toLowerCase());
  checkColumns(list, columns);
  const audits: FoundAudit[] = [];
  for (const [i, row] of rows.entries()) {
    if (row.every((cell) => cell.trim() === '')) continue;
    try {
      if (row.length !== columns.length)
        throw new InvalidInput(`${row.length} fields where the header has ${columns.length}`);
      audits.push(await auditOfRow(place, folder, columns, row));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      throw new InvalidInput(`${list}, row ${i + 2}: ${error.message}`, error.options);
    }
  }
  if (audits.length === 0) throw new InvalidInput(`${list} lists nothing to audit`);
  return audits;
}

function checkColumns(list: string, columns: readonly string[]): void {
  const unknown = columns.find((name) => !COLUMNS.includes(name));
  if (unknown !== undefined) throw new InvalidInput(`${list}: ${unknownName('column', unknown, COLUMNS)}`);
  if (!columns.includes('path')) throw new InvalidInput(`${list}: a column path is needed`);
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined) throw new InvalidInput(`${list}: the column ${twice} is there twice`);
}

async function auditOfRow(
  place: FilePlace,
  folder: string,
  columns: readonly string[],
  row: readonly string[],
): Promise<FoundAudit> {
  const cells = new Map(columns.map((name, i) => [name, row[i].trim()]));
  const stated = cells.get('path') ?? '';
  if (stated === '') throw new InvalidInput('no path');
  const path = posix.normalize(stated).replace(/(.)\/+$/, '$1');
  checkWithin(folder, path);
  const typed: Partial<Record<keyof TypedSettings, unknown>> = {};
  for (const [name, [option, cell]] of Object.entries(OPTIONS)) {
    const text = cells.get(name) ?? '';
    const value = text === '' ? undefined : cell(text, name);
    if (value !== undefined) typed[option] = value;
  }
  const settings: AuditRequest = settingsOfTyped(typed as TypedSettings);
  return { path, isRun: await place.isFolder(path), name: cells.get('name') || path, settings };
}
