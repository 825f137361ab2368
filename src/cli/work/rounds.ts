import {
  type FollowedRounds,
  planOfRounds,
  type RoundsDesign,
  type RoundsResult,
  rounds,
  roundsDesign,
} from '../../audit/index.ts';
import { parseClaim, printClaim } from '../../claims/index.ts';
import { definedOnly } from '../../defined-only.ts';
import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS, type ReadRound, type RoundsFile, readRounds } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import {
  jsonText,
  loadPlots,
  roundsDetails,
  roundsHtml,
  roundsJunit,
  roundsMarkdown,
  roundsPlanText,
  roundsScreen,
} from '../../report/index.ts';
import { writeFailure } from '../audit/write-failure.ts';
import { auditOutputs, checkOnePrinted, commandLine, putPictures } from '../audit/write-report.ts';
import { DISK } from '../input/disk.ts';
import { withLimitFlag } from '../input/limit-flag.ts';
import { evidenceText } from '../ledger/evidence-file.ts';
import { Outputs, plotDocument } from '../output/index.ts';
import { plannedRounds, roundLength } from '../rounds/length.ts';
import { readRoundsPlan } from '../rounds/read-plan.ts';
import { significance } from '../shell/options.ts';
import { type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';
import { clearProgress } from '../shell/progress.ts';
import { VERSION } from '../shell/version.ts';
import type { AuditCommand } from './audit.ts';
import type { PlanCommand } from './plan.ts';

/** What of `onerun audit` goes with rounds. */
const KNOWN = new Set([
  'rounds',
  'claim',
  'plan',
  'guesses',
  'sides',
  'lowerIsIn',
  'delta',
  'tau',
  'confidence',
  'scoreColumn',
  'includedColumn',
  'limit',
  'violation',
  'json',
  'report',
  'title',
  'plots',
  'markdown',
  'junit',
  'certificate',
  'force',
  'forPython',
  'details',
  'quiet',
]);

type RoundsCommand = AuditCommand & {
  rounds: string;
  confidence?: number;
  tau?: number;
  claim?: string;
};

/** Judges the rounds of a training, and where that fails leaves the failure in the file of test results. */
export async function runRounds(files: readonly string[], typed: RoundsCommand): Promise<CommandOutcome> {
  try {
    return await judged(files, typed);
  } catch (error) {
    await writeFailure(typed, files, error);
    throw error;
  }
}

/** Each round is a game of its own. */
async function judged(files: readonly string[], typed: RoundsCommand): Promise<CommandOutcome> {
  const other = Object.keys(typed).find((key) => !KNOWN.has(key));
  if (other !== undefined) throw new InvalidInput(`rounds know no ${other}`, ['rounds', other]);
  const [path, second] = files;
  if (path === undefined || second !== undefined)
    throw new InvalidInput(
      'rounds are read from one file, in which a column or a dimension tells them apart',
    );
  checkOnePrinted(typed);
  const { certificate, plan } = typed;
  const outputs = await auditOutputs(typed, [path, plan], ['evidence']);
  const read = await readRoundsFile(path, typed);
  const planned = plan === undefined ? null : await readRoundsPlan(plan);
  if (planned !== null) checkTyped(planned.design, typed);
  const design = planned?.design ?? designOf(read, typed);
  const training = rounds(design);
  const all = inOrder(read, design);
  for (const [i, round] of all.entries()) {
    // Of a training that goes on, the last round is not yet written to its end.
    const isBegun = i === all.length - 1 && round !== null && round.canaries < design.canaries;
    if (round !== null && !isBegun && round.canaries !== design.canaries)
      throw new InvalidInput(
        `invalid round ${round.label} in ${quotedPath(path)}; must have ${design.canaries} canaries: ${round.canaries}`,
      );
    training.add(isBegun ? null : addedAs(round, training.guesses));
  }
  const found = training.result();
  const sources = [{ role: 'scores', name: read.file, sha256: read.sha256 }];
  if (planned !== null) sources.push({ role: 'plan', name: plan ?? '', sha256: planned.sha256 });
  const command = typed.forPython ?? commandLine();
  const data = {
    schema: 'onerun-rounds/1',
    ...found,
    provenance: { version: VERSION, command, files: sources },
  };
  if (certificate !== undefined && found.outcome !== 'no-verdict')
    outputs.put(certificate, evidenceText(training.proof()));
  await putRounds(data, typed, outputs);
  await outputs.place();
  const { forPython, json, details, quiet } = typed;
  const origin = data.provenance;
  const printed =
    typed.markdown === true
      ? { text: roundsMarkdown(found, origin) }
      : inAskedForm(
          definedOnly({ forPython, json: json === true ? json : undefined, details, quiet }),
          () => data,
          () => ({
            screen: roundsScreen(found, origin),
            details: roundsDetails(found, origin),
            ...(typed.report === undefined ? { more: ['--report report.html'] } : {}),
          }),
        );
  if (found.outcome !== 'no-verdict')
    return { code: found.refuted ? EXIT.refuted : EXIT.consistent, ...printed };
  const why = found.checks.filter(({ passed }) => !passed).map(({ message }) => message);
  const unwritten = certificate === undefined ? '' : '; no certificate was written';
  return {
    code: EXIT.invalid,
    ...printed,
    problem: `no verdict on ${quotedPath(path)}; ${why.join('; ')}${unwritten}`,
  };
}

/** What is told of rounds, with where it comes from. */
type RoundsData = RoundsResult & {
  readonly provenance: { readonly command: string } & Parameters<typeof roundsHtml>[1];
};

/** Puts everything but the certificate into the files that were asked for. */
async function putRounds(
  data: RoundsData,
  { json, markdown, junit, report, title, plots }: RoundsCommand,
  outputs: Outputs,
): Promise<void> {
  const { provenance: origin } = data;
  if (typeof json === 'string') outputs.put(json, jsonText(data));
  if (typeof markdown === 'string') outputs.put(markdown, roundsMarkdown(data, origin));
  if (junit !== undefined) outputs.put(junit, roundsJunit(data, origin));
  if (report === undefined && plots === undefined) return;
  const { roundsPlot } = await loadPlots();
  const picture = roundsPlot(data, await plotDocument());
  if (report !== undefined)
    outputs.put(
      report,
      roundsHtml(data, origin, {
        plots: [picture],
        ...definedOnly({ title }),
        command: origin.command,
        date: new Date().toISOString(),
        version: VERSION,
      }),
    );
  if (plots !== undefined) await putPictures(plots, [picture], outputs);
}

function readRoundsFile(
  path: string,
  { scoreColumn, includedColumn, limit }: AuditCommand,
): Promise<RoundsFile> {
  return DISK.reading([path], { ...DEFAULT_LIMITS, ...limit }, async ([source], how) => {
    const read = await readRounds(source, { ...how, ...definedOnly({ scoreColumn, includedColumn }) });
    clearProgress();
    return read;
  }).catch((error: unknown) => {
    throw withLimitFlag(error);
  });
}

/** What a plan fixes. */
const FIXED = ['guesses', 'sides', 'lowerIsIn', 'delta', 'tau', 'confidence', 'violation'] as const;

/** Refuses what is typed otherwise than the plan says. */
function checkTyped({ claim, length }: RoundsDesign, typed: RoundsCommand): void {
  const stated = typed.claim === undefined ? claim : printClaim(parseClaim(typed.claim));
  if (stated !== claim)
    throw new InvalidInput(`the plan is for ${claim}, and the claim is ${stated}`, ['claim', 'plan']);
  if (roundLength(typed.rounds) !== length)
    throw new InvalidInput(`the plan is for rounds ${length}: ${typed.rounds}`, ['rounds', 'plan']);
  for (const option of FIXED)
    if (typed[option] !== undefined)
      throw new InvalidInput(`the plan of rounds has fixed ${option}: leave it out`, [option, 'plan']);
}

function addedAs(round: ReadRound | null, guesses: readonly number[]): Parameters<FollowedRounds['add']>[0] {
  if (round === null) return null;
  const { scores, included, right, inside } = round;
  if (right !== null) return { right: guesses.map((n) => right.get(n) ?? Number.NaN), inside };
  return scores === null || included === null ? null : { scores, included };
}

/** The bets of rounds without a plan: of the canaries, the claim and the number of rounds it says, alone. */
function designOf({ rounds: read }: RoundsFile, typed: RoundsCommand): RoundsDesign {
  if (typed.claim === undefined)
    throw new InvalidInput('rounds need the claim that they are held against', ['claim']);
  const [first] = read;
  const numbers = first.right === null ? typed.guesses : [...first.right.keys()];
  return roundsDesign({
    claim: typed.claim,
    length: roundLength(typed.rounds),
    canaries: first.canaries,
    scores: first.scores?.length ?? read.find(({ scores }) => scores !== null)?.scores?.length ?? 1,
    tau: significance(typed),
    ...definedOnly({
      guesses: numbers,
      sides: typed.sides,
      lowerIsIn: typed.lowerIsIn,
      delta: typed.delta,
      violation: typed.violation,
    }),
  });
}

/** Beyond any training: no file makes this program count lost rounds for ever. */
const MOST_ROUNDS = 1e6;

/**
 * The rounds of a file in their order. Rounds that its numbers leave out, counted from 1 or from 0, were
 * begun for all that is known: they are null.
 */
function inOrder({ file, rounds: read, counts }: RoundsFile, { length }: RoundsDesign): (ReadRound | null)[] {
  const placeOf = (label: number) =>
    counts === 'step' && typeof length === 'number' ? Math.floor(label / length) : label;
  const all: (ReadRound | null)[] = [];
  let place = Math.min(1, placeOf(read[0].label));
  for (const round of read) {
    const own = placeOf(round.label);
    if (own < place)
      throw new InvalidInput(
        `invalid steps in ${quotedPath(file)}; ${round.label} lies in a round of ${length} steps that has scores already`,
      );
    if (own - place > MOST_ROUNDS)
      throw new InvalidInput(`invalid round in ${quotedPath(file)}; must be at most ${MOST_ROUNDS}: ${own}`);
    for (; place < own; place++) all.push(null);
    all.push(round);
    place++;
  }
  return all;
}

/** Fixes the bets of all rounds before the first one. */
export async function runRoundsPlan(typed: PlanCommand & { rounds: string }): Promise<CommandOutcome> {
  const { claim, canaries, out, force, sides, lowerIsIn, delta, violation, guesses, scores } = typed;
  if (canaries === undefined) throw new InvalidInput('a plan of rounds needs --canaries');
  const outputs = await Outputs.collect({ files: [out], ...definedOnly({ force }) });
  const design = roundsDesign({
    claim,
    canaries,
    ...plannedRounds(typed.rounds, claim),
    tau: significance(typed),
    ...definedOnly({
      sides,
      lowerIsIn,
      delta,
      violation,
      scores,
      guesses: guesses === undefined ? guesses : [guesses],
    }),
  });
  const found = { schema: 'onerun-rounds-plan/1', ...planOfRounds(design) };
  if (out !== undefined) outputs.put(out, `${JSON.stringify(found)}\n`);
  await outputs.place();
  const length = design.length;
  const written =
    out === undefined
      ? 'Fix it before training: onerun plan --rounds ... --out plan.json'
      : `The bets are in ${quotedPath(out)}: onerun audit FILE --rounds ${length} --plan ${quotedPath(out)}`;
  return {
    code: EXIT.consistent,
    ...inAskedForm(
      typed,
      () => found,
      () => ({ screen: roundsPlanText(found, written) }),
    ),
  };
}
