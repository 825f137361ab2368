import { countRun, type LedgerDesign, type LedgerMethod, newLedger, sketchOf } from '../../audit/index.ts';
import { choicesOf, type DesignChoices } from '../../audit-choices.ts';
import { definedOnly } from '../../defined-only.ts';
import { type AuditDesign, filesOf } from '../../design/index.ts';
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
import { checkDirectionStated } from '../../loss-column.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { ledgerData, newLedgerDetails, newLedgerScreen, startedText } from '../../report/index.ts';
import { designOfAudit } from '../audit/design.ts';
import { readAuditRuns } from '../audit/read.ts';
import { readHashed } from '../input/documents.ts';
import { checkReadOnce } from '../input/read-source.ts';
import { appendToLedger, checkNewLedger, createLedger, expectHead, readLedger } from '../ledger/index.ts';
import { checkCertifiable, type LedgerOutput, ledgerOutputs, outcomeOf } from '../ledger/ledger-output.ts';
import {
  type NewRun,
  newEntries,
  reversedNotices,
  runsOf,
  shownName,
  statedOtherwise,
} from '../ledger/new-run.ts';
import { significance } from '../shell/options.ts';
import { type AskedForm, type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';
import { VERSION } from '../shell/version.ts';

/** What may be typed for `onerun ledger new`. */
export interface NewLedgerCommand extends AskedForm, Omit<DesignChoices, 'claim' | 'families'> {
  claim: string;
  canaries: number;
  confidence?: number;
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
  const { claim, canaries: m, method, family: families, ...others } = typed;
  checkDirectionStated(others);
  const { scoreColumn, options: k, ...choices } = choicesOf(others);
  const design = newLedger({
    ...choices,
    claim,
    m,
    tau: significance(typed),
    ...definedOnly({ k, method, families }),
  });
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
      () => ({ screen: newLedgerScreen(report), details: newLedgerDetails(report) }),
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
  const { refuted } = report.state;
  const code = refuted ? EXIT.refuted : EXIT.consistent;
  return {
    code,
    ...inAskedForm(
      form,
      () => ledgerData(report),
      () => ({ screen: startedText(report, run) }),
    ),
  };
}

/** Adds what runs showed: those that were not started, all in one step. */
export async function runLedgerAdd(
  path: string,
  files: readonly string[],
  typed: AddRunCommand,
): Promise<CommandOutcome> {
  const { assignment, commitment } = typed;
  checkReadOnce([path, ...files, assignment, commitment]);
  if (files.length > 1 && (assignment ?? commitment) !== undefined)
    throw new InvalidInput(
      '--assignment and --commitment go with one file: of several runs, put included into each file, or name run folders, whose manifests name their own',
    );
  const { first, design } = partsOf(await readLedger(path, LEDGER_FORM));
  checkCertifiable(typed, design);
  const found: AuditDesign[] = [];
  for (const file of files) found.push(await designOfRun(file, first.scoreColumn, design, typed));
  const outputs = await ledgerOutputs(typed, [path, ...found.flatMap(filesOf)]);
  const runs: NewRun[] = [];
  for (const each of found) runs.push(...(await readNewRuns(each, first.scoreColumn, design, typed)));
  const entryFor = (parts: LedgerParts) => {
    const at = now();
    const added = newEntries(parts, runs, at, typed.newRun !== undefined);
    return added.length === 1 ? { entry: 'run', at, ...added[0] } : { entry: 'runs', at, runs: added };
  };
  const { ledger, cut } = await appendToLedger(path, LEDGER_FORM, (each) => entryFor(partsOf(each)), WAITING);
  const report = reportOf(ledger, [cut === null ? null : cutNotice(path, cut)]);
  return outcomeOf(report, partsOf(ledger), typed, outputs).catch((error: unknown) => {
    if (!(error instanceof InvalidInput)) throw error;
    const what = runs.length === 1 ? 'run was' : `${runs.length} runs were`;
    throw new InvalidInput(`the ${what} added to ${quotedPath(path)}; but ${error.message}`);
  });
}

/** How a file or a run folder is read: as the ledger fixed it, whatever the run says. */
function designOfRun(
  file: string,
  scoreColumn: string | undefined,
  { lowerIsIn = false, k: options }: LedgerDesign,
  { assignment, commitment, limit }: AddRunCommand,
): Promise<AuditDesign> {
  return designOfAudit([file], {
    ...definedOnly({ assignment, commitment, limit, scoreColumn }),
    lowerIsIn,
    ...(options > 2 ? { options } : {}),
    // The ledger was there first; where a run's plan says otherwise, that is written down with the run.
    departFromPlan: true,
  });
}

/** The runs of a file or a run folder, counted; their scores are not kept. */
async function readNewRuns(
  { scoreColumn: named, ...stated }: AuditDesign,
  scoreColumn: string | undefined,
  design: LedgerDesign,
  typed: AddRunCommand,
): Promise<NewRun[]> {
  // A run does not choose its column, not even where the ledger names none.
  const found = { ...stated, ...definedOnly({ scoreColumn }) };
  const otherColumn =
    named === scoreColumn
      ? []
      : [
          `its files name the score column ${quoted(named ?? '')}, the ledger names none: the usual one is read`,
        ];
  const { runs, provenance } = await readAuditRuns(found, typed);
  return runs.map((run) => {
    const counted = countRun(design, run);
    return {
      ...definedOnly({ commitment: provenance.commitment?.hash, made: found.made }),
      name: run.input.name,
      files: [
        { role: 'scores', name: shownName(found, run.input.name), sha256: run.input.sha256 ?? '' },
        ...provenance.files,
      ],
      counted,
      notices: [
        ...statedOtherwise(design.claim, found.claim, provenance.departures),
        ...otherColumn,
        ...reversedNotices(design, counted),
      ],
      sketch: sketchOf(run.scores),
    };
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
