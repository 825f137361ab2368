import { basename, dirname, resolve } from 'node:path';
import {
  type CountedRun,
  checkNewRun,
  countRun,
  differentRuns,
  type LedgerDesign,
  type LedgerMethod,
  newLedger,
  pointsTheOtherWay,
  type RunSketch,
  sameSketch,
  sketchOf,
} from '../../audit/index.ts';
import { InvalidInput } from '../../errors.ts';
import type { Limits } from '../../io/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import {
  type LedgerReport,
  ledgerData,
  ledgerHtml,
  ledgerMarkdown,
  ledgerText,
  loadPlots,
  newLedgerText,
} from '../../report/index.ts';
import type { Sides } from '../../types.ts';
import type { AuditDesign } from '../audit/audit-design.ts';
import { designOfAudit, filesOf } from '../audit/design.ts';
import { canonical } from '../audit/design-choices.ts';
import { readAuditRuns } from '../audit/read.ts';
import { commandLine } from '../audit/write-report.ts';
import { readHashed } from '../input/documents.ts';
import type { RunEntry } from '../input/ledger-schemas.ts';
import { checkReadOnce } from '../input/read-source.ts';
import { LEDGER_FORM, type LedgerParts, partsOf, reportOf } from '../ledger/entries.ts';
import { evidenceFileText } from '../ledger/evidence-file.ts';
import {
  appendToLedger,
  checkNewLedger,
  createLedger,
  cutNotice,
  droppedNotice,
  expectHead,
  readLedger,
} from '../ledger/index.ts';
import { EVIDENCE, Outputs, pictureKind, plotDocument, REPORT, savedPicture } from '../output/index.ts';
import { definedOnly } from '../shell/defined-only.ts';
import { significance } from '../shell/options.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { VERSION } from '../shell/version.ts';

/** What may be typed for `onerun ledger new`. */
export interface NewLedgerCommand {
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
  json?: true;
}

/** What may be asked of a ledger besides its verdict. */
export interface LedgerOutput {
  report?: string;
  plot?: string;
  certificate?: string;
  force?: true;
  markdown?: true;
  json?: true;
}

/** What may be typed for `onerun ledger add`. */
export interface AddRunCommand extends LedgerOutput {
  assignment?: string;
  commitment?: string;
  includedColumn?: string;
  idColumn?: string;
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
  return typed.json === undefined
    ? { code: EXIT.consistent, text: newLedgerText(report) }
    : { code: EXIT.consistent, json: ledgerData(report) };
}

/** Writes down that a run begins with coins that are committed to. */
export async function runLedgerStart(
  path: string,
  { commitment, json }: { commitment: string; json?: true },
): Promise<CommandOutcome> {
  checkReadOnce([path, commitment]);
  const { commitmentSchema } = await import('../input/schemas.ts');
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
  return json === undefined ? { code, text } : { code, json: ledgerData(report) };
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
  const scores = { role: 'scores' as const, name: nameOf(found, input.name), sha256: input.sha256 ?? '' };
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
        ...departures(design.claim, found.claim, read.provenance.departures),
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

/** The file of the scores, with the name of its run folder where it has one: all hold a scores.csv. */
function nameOf({ files }: Pick<AuditDesign, 'files'>, name: string): string {
  const manifest = files.find(({ role }) => role === 'manifest');
  if (manifest === undefined) return name;
  return `${basename(dirname(resolve(manifest.name)))}/${name}`;
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

/** How many runs were started. */
const runsOf = ({ records }: LedgerParts) => new Set(records.map(({ run }) => run)).size;

/** The run that was started with these coins and has not been added; null where there is none. */
function startedAs({ others }: LedgerParts, hash: string | undefined): number | null {
  const started = others.find((entry) => entry.entry === 'start' && entry.commitment === hash);
  return hash === undefined || started === undefined ? null : started.run;
}

/** Where a run was started, scores that are not tied to their coins may be its own: then they must say so. */
function checkNoneWaits(parts: LedgerParts, hash: string | undefined): void {
  if (startedAs(parts, hash) !== null) return;
  const added = new Set(parts.others.flatMap(({ entry, run }) => (entry === 'run' ? [run] : [])));
  const waits = parts.others.filter(({ entry, run }) => entry === 'start' && !added.has(run));
  if (waits.length === 0) return;
  throw new InvalidInput(
    `run ${waits[0].run} was started and waits for its scores; hand in its coins with --assignment and --commitment, or say --new-run where this is another run`,
  );
}

interface FreshRun {
  readonly name: string;
  readonly sha256: string;
  readonly hash: string | undefined;
  readonly sketch: RunSketch;
}

/**
 * Refuses a run that is in the ledger already: the same file, the same coins, or the same evidence. A file of
 * scores with other coins is another run: one that shows nothing may well write the same scores every time,
 * and leaving it out would be leaving out a loss.
 */
function checkFresh({ name, sha256, hash, sketch }: FreshRun, { others, design }: LedgerParts): void {
  const added = others.filter((entry): entry is RunEntry => entry.entry === 'run');
  for (const { run, files, commitment, sketch: known } of added) {
    // Without commitments that differ.
    const sameCoins = hash === undefined || commitment === undefined || hash === commitment;
    if (files[0].sha256 === sha256 && sameCoins && sameSketch(sketch, known))
      throw new InvalidInput(
        `${quotedPath(name)} is run ${run} of the ledger already${differentRuns(sketch)}`,
      );
    if (hash !== undefined && commitment === hash)
      throw new InvalidInput(
        `the coins of ${quotedPath(name)} are those of run ${run}: each run has fresh ones`,
      );
  }
  checkNewRun(
    { name, sketch, ...definedOnly({ commitment: hash }) },
    added.map(({ files, sketch: known, commitment }) => ({
      name: files[0].name,
      sketch: known,
      ...definedOnly({ commitment }),
    })),
    design.k,
  );
}

/** What the files of a run say that the ledger has fixed otherwise. */
function departures(claim: string, stated: string | undefined, others: readonly string[]): string[] {
  const claimed =
    stated === undefined || canonical(stated) === claim
      ? []
      : [`its manifest claims ${quoted(stated)}, the ledger tests ${claim}`];
  return [...claimed, ...others];
}

/** What should be said where the scores seem to know who was in and point the other way. */
function reversedNotices({ m, k }: LedgerDesign, { counts }: CountedRun): string[] {
  const reversed = counts.find(
    ({ guesses, most }) => pointsTheOtherWay({ m, k, guesses, correct: most }) !== null,
  );
  if (reversed === undefined) return [];
  return [
    `the scores seem to point the other way, with ${reversed.most} of ${reversed.guesses} guesses right; the direction was fixed with the ledger, and another needs a new one`,
  ];
}

/** Refuses, before any work, a proof that no test will give. */
function checkCertifiable({ certificate }: LedgerOutput, { method }: LedgerDesign): void {
  if (certificate !== undefined && method !== 'optimal')
    throw new InvalidInput(
      '--certificate goes with a ledger of the optimal test: the prices of the paper’s have no proof to write',
    );
}

function ledgerOutputs(
  { report, plot, certificate, force }: LedgerOutput,
  inputs: readonly (string | undefined)[],
): Promise<Outputs> {
  return Outputs.collect({
    files: [
      [report, REPORT],
      [certificate, EVIDENCE],
      ...(plot === undefined ? [] : [[plot, pictureKind(plot)] as const]),
    ],
    inputs,
    force,
  });
}

async function outcomeOf(
  report: LedgerReport,
  parts: LedgerParts,
  { report: page, plot, certificate, markdown, json }: LedgerOutput,
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
        ledgerHtml(report, { plots: [picture], command: commandLine(), date: now(), version: VERSION }),
      );
  }
  await outputs.place();
  const code = report.state.refuted ? EXIT.refuted : EXIT.consistent;
  if (json !== undefined) return { code, json: ledgerData(report) };
  return { code, text: markdown === undefined ? ledgerText(report) : ledgerMarkdown(report) };
}
