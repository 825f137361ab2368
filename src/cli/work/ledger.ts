import { countRun, type LedgerMethod, newLedger, sketchOf } from '../../audit/index.ts';
import { definedOnly } from '../../defined-only.ts';
import { filesOf } from '../../design/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { Limits } from '../../io/index.ts';
import {
  cutNotice,
  droppedNotice,
  LEDGER_FORM,
  type LedgerParts,
  partsOf,
  reportOf,
} from '../../ledger/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { ledgerData, newLedgerText } from '../../report/index.ts';
import type { Sides } from '../../types.ts';
import { designOfAudit } from '../audit/design.ts';
import { readAuditRuns } from '../audit/read.ts';
import { readHashed } from '../input/documents.ts';
import { checkReadOnce } from '../input/read-source.ts';
import { appendToLedger, checkNewLedger, createLedger, expectHead, readLedger } from '../ledger/index.ts';
import { checkCertifiable, type LedgerOutput, ledgerOutputs, outcomeOf } from '../ledger/ledger-output.ts';
import {
  checkFresh,
  checkNoneWaits,
  reversedNotices,
  runsOf,
  shownName,
  startedAs,
  statedOtherwise,
} from '../ledger/new-run.ts';
import { significance } from '../shell/options.ts';
import { type AskedForm, type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';
import { VERSION } from '../shell/version.ts';

/** What may be typed for `onerun ledger new`. */
export interface NewLedgerCommand extends AskedForm {
  claim: string;
  canaries: number;
  options?: number;
  violation?: string;
  model?: string;
  guesses?: number[];
  sides?: Sides;
  lowerIsIn?: true;
  scoreColumn?: string;
  tau?: number;
  confidence?: number;
  delta?: number;
  method?: LedgerMethod;
  family?: string[];
}

/** What may be typed for `onerun ledger add`. */
export interface AddRunCommand extends LedgerOutput {
  assignment?: string;
  commitment?: string;
  includedColumn?: string;
  idColumn?: string;
  runColumn?: string;
  limit?: Partial<Limits>;
  newRun?: true;
}

const now = () => new Date().toISOString();

/** Fixes the design of a ledger and begins its file. */
export async function runLedgerNew(path: string, typed: NewLedgerCommand): Promise<CommandOutcome> {
  if (path === '-') throw new InvalidInput('a ledger is a file: standard output cannot be one');
  await checkNewLedger(path);
  const {
    claim,
    canaries: m,
    options: k,
    violation,
    model,
    guesses,
    sides,
    lowerIsIn,
    delta,
    method,
  } = typed;
  const design = newLedger({
    claim,
    m,
    tau: significance(typed),
    ...definedOnly({ k, violation, model, guesses, sides, lowerIsIn, delta, method, families: typed.family }),
  });
  const { scoreColumn } = typed;
  const ledger = await createLedger(path, LEDGER_FORM, {
    entry: 'design',
    schema: 'onerun-ledger/1',
    version: VERSION,
    at: now(),
    ...definedOnly({ scoreColumn }),
    ...design,
  });
  const report = reportOf(ledger);
  return {
    code: EXIT.consistent,
    ...inAskedForm(
      typed,
      () => ledgerData(report),
      () => newLedgerText(report),
    ),
  };
}

/** Writes down that a run begins with coins that are committed to. */
export async function runLedgerStart(
  path: string,
  { commitment, ...form }: AskedForm & { commitment: string },
): Promise<CommandOutcome> {
  checkReadOnce([path, commitment]);
  const { commitmentSchema } = await import('../schemas/documents.ts');
  const { document, sha256 } = await readHashed(commitment, commitmentSchema, 'commitment');
  const { ledger, cut } = await appendToLedger(
    path,
    LEDGER_FORM,
    (found) => {
      const parts = partsOf(found);
      const { m, k } = parts.design;
      if (document.m !== m || document.k !== k)
        throw new InvalidInput(
          `${quotedPath(commitment)} is to ${document.m} canaries with ${document.k} options, the ledger for ${m} with ${k}`,
        );
      const known = parts.others.find((entry) => entry.commitment === document.hash);
      if (known !== undefined)
        throw new InvalidInput(
          `the coins of ${quotedPath(commitment)} are those of run ${known.run} already`,
        );
      return {
        entry: 'start',
        at: now(),
        run: runsOf(parts) + 1,
        commitment: document.hash,
        files: [{ role: 'commitment', name: commitment, sha256 }],
      };
    },
    WAITING,
  );
  const report = reportOf(ledger, [cut === null ? null : cutNotice(path, cut)]);
  const run = runsOf(partsOf(ledger));
  const { refuted, design } = report.state;
  const known = refuted ? `${design.claim} is refuted already, whatever this run shows.\n` : '';
  const text = `${known}Run ${run} is written down in ${quotedPath(path)}: from now on it counts, as what was held back until its scores are added.\nHead: ${ledger.head}\n`;
  const code = refuted ? EXIT.refuted : EXIT.consistent;
  return {
    code,
    ...inAskedForm(
      form,
      () => ledgerData(report),
      () => text,
    ),
  };
}

/** Adds what a run showed. */
export async function runLedgerAdd(
  path: string,
  files: readonly string[],
  typed: AddRunCommand,
): Promise<CommandOutcome> {
  checkReadOnce([path, ...files, typed.assignment, typed.commitment]);
  const { first, design } = partsOf(await readLedger(path, LEDGER_FORM));
  const { assignment, commitment, limit } = typed;
  const { scoreColumn } = first;
  const { k: options } = design;
  const { scoreColumn: named, ...stated } = await designOfAudit(files, {
    ...definedOnly({ assignment, commitment, limit, scoreColumn }),
    lowerIsIn: design.lowerIsIn ?? false,
    ...(options > 2 ? { options } : {}),
    // The ledger was there first; where a run's plan says otherwise, that is written down with the run.
    departFromPlan: true,
  });
  // A run does not choose its column, not even where the ledger names none.
  const found = { ...stated, ...definedOnly({ scoreColumn }) };
  const otherColumn =
    named === scoreColumn
      ? []
      : [
          `its files name the score column ${quoted(named ?? '')}, the ledger names none: the usual one is read`,
        ];
  checkCertifiable(typed, design);
  const outputs = await ledgerOutputs(typed, [path, ...filesOf(found)]);
  const read = await readAuditRuns(found, typed);
  if (read.runs.length !== 1)
    throw new InvalidInput(`a ledger takes one run at a time; ${read.runs.length} were handed in`);
  const [run] = read.runs;
  const { input } = run;
  const counted = countRun(design, run);
  const sketch = sketchOf(run.scores);
  const hash = read.provenance.commitment?.hash;
  const scores = { role: 'scores' as const, name: shownName(found, input.name), sha256: input.sha256 ?? '' };
  const entryFor = (parts: LedgerParts) => {
    checkFresh({ name: input.name, sha256: scores.sha256, hash, sketch }, parts);
    if (typed.newRun === undefined) checkNoneWaits(parts, hash);
    return {
      entry: 'run',
      at: now(),
      run: startedAs(parts, hash) ?? runsOf(parts) + 1,
      ...definedOnly({ commitment: hash }),
      files: [scores, ...read.provenance.files],
      counts: counted.counts,
      draws: counted.draws,
      ...definedOnly({ void: counted.void }),
      notices: [
        ...statedOtherwise(design.claim, found.claim, read.provenance.departures),
        ...otherColumn,
        ...reversedNotices(design, counted),
      ],
      sketch,
    };
  };
  const { ledger, cut } = await appendToLedger(path, LEDGER_FORM, (each) => entryFor(partsOf(each)), WAITING);
  const report = reportOf(ledger, [cut === null ? null : cutNotice(path, cut)]);
  return outcomeOf(report, partsOf(ledger), typed, outputs).catch((error: unknown) => {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(`the run was added to ${quotedPath(path)}; but ${error.message}`);
  });
}

/** Shows where a ledger stands. */
export async function runLedgerShow(
  path: string,
  typed: LedgerOutput & { expectHead?: string },
): Promise<CommandOutcome> {
  const outputs = await ledgerOutputs(typed, [path]);
  const ledger = await readLedger(path, LEDGER_FORM);
  checkCertifiable(typed, partsOf(ledger).design);
  if (typed.expectHead !== undefined) expectHead(ledger, typed.expectHead);
  const report = reportOf(ledger, [droppedNotice(ledger)]);
  return outcomeOf(report, partsOf(ledger), typed, outputs);
}

const WAITING = { tell: (notice: string) => void process.stderr.write(`${notice}\n`) };
