import { checkWhole } from '../../check.ts';
import { definedOnly } from '../../defined-only.ts';
import { InvalidInput } from '../../errors.ts';
import { scoreText } from '../../io/index.ts';
import { frequency, type Subject, simulateScores, testDesign } from '../../mechanisms/index.ts';
import { oneSide } from '../../observation.ts';
import { quotedPath } from '../../quote.ts';
import { playedText, repeatedText } from '../../report/index.ts';
import type { Sides } from '../../types.ts';
import { Outputs } from '../output/index.ts';
import { significance } from '../shell/options.ts';
import { type AskedForm, type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';
import { clearProgress, shareProgress } from '../shell/progress.ts';
import { type SubjectOptions, subjectOf } from './subject.ts';

/** What a user may type for `onerun simulate`. */
export interface SimulateCommand extends SubjectOptions, Omit<AskedForm, 'forPython' | 'details'> {
  canaries: number;
  claim?: string;
  violation?: string;
  guesses?: number;
  sides?: Sides;
  tau?: number;
  confidence?: number;
  repeat?: number;
  seed: string;
  out?: string;
  digits?: number;
  force?: true;
}

/** Scores of one game, at most; more would not fit into a text. */
const MOST_SCORES = 1e7;
/** Scores times steps of one game, at most: some minutes of work. */
const MOST_WORK = 1e10;

/** Plays one game and writes its scores, or plays many and tells how often the claim is refuted. */
export async function runSimulation(options: SimulateCommand): Promise<CommandOutcome> {
  const { canaries: m, digits, repeat, out } = options;
  checkWhole('canaries', m, 1, 1e7);
  if (digits !== undefined) checkWhole('digits', digits, 0, 20);
  const { subject, name } = subjectOf(options);
  const numbers = m * (subject.k === 2 ? 1 : subject.k);
  if (numbers > MOST_SCORES)
    throw new InvalidInput(`invalid options; there must be at most ${MOST_SCORES} scores: ${numbers}`);
  const work = numbers * (options.steps ?? 1);
  if (work > MOST_WORK)
    throw new InvalidInput(
      `invalid steps; scores times steps must come to at most ${MOST_WORK}: ${numbers} times ${options.steps}`,
    );
  const claim = options.claim ?? subject.claim;
  if (repeat === undefined) return playOnce(subject, name, claim, options);
  if (out !== undefined) throw new InvalidInput('--repeat keeps no scores: leave --out or --repeat out');
  checkWhole('repeat', repeat, 1);
  return playRepeatedly(subject, name, claim, repeat, options);
}

async function playRepeatedly(
  subject: Subject,
  mechanism: string,
  claim: string,
  games: number,
  options: SimulateCommand,
): Promise<CommandOutcome> {
  const { canaries: m, guesses, sides, violation, bug, seed } = options;
  const { k } = subject;
  const tau = significance(options);
  const design = testDesign(claim, { m, k, tau, ...definedOnly({ guesses, sides, violation }) });
  const progress = shareProgress('playing');
  const found = {
    mechanism,
    bug: bug ?? null,
    claim: design.claim,
    m,
    k,
    guesses: design.guesses,
    ...oneSide(design.sides),
    tau: design.tau,
    ...(await frequency(subject, design, games, seed, (done) => progress(done, games))),
  };
  clearProgress();
  return {
    code: EXIT.consistent,
    ...inAskedForm(
      options,
      () => found,
      () => ({ screen: repeatedText(found) }),
    ),
  };
}

async function playOnce(
  subject: Subject,
  mechanism: string,
  claim: string,
  { canaries: m, bug, digits, seed, out, force, ...form }: SimulateCommand,
): Promise<CommandOutcome> {
  const { k } = subject;
  const outputs = await Outputs.collect({ files: [out], force });
  const { assignment, scores } = await simulateScores(subject, m, seed);
  const text = scoreText(scores, k, { assignment, ...definedOnly({ digits }) });
  if (out !== undefined) outputs.put(out, text);
  await outputs.place();
  const played = { mechanism, bug: bug ?? null, claim, m, k, seed };
  if (out === undefined)
    return form.json === undefined
      ? { code: EXIT.consistent, text }
      : { code: EXIT.consistent, json: { ...played, assignment: [...assignment], scores: [...scores] } };
  return {
    code: EXIT.consistent,
    ...inAskedForm(
      form,
      () => ({ ...played, scores: out }),
      () => ({ screen: playedText(mechanism, m, k, out), below: nextCommand(out, claim) }),
    ),
  };
}

function nextCommand(file: string, claim: string): string {
  return `Next: onerun audit ${quotedPath(file)} --claim "${claim}"\n`;
}
