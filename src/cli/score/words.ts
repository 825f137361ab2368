import { quotedPath } from '../../quote.ts';
import type { SignalScores } from '../../signals/index.ts';
import type { ResultWords } from '../shell/outcome.ts';
import type { GatheredSignals, SignalFiles } from './gather.ts';

/** Everything that is said about a scoring. */
export interface ScoringFacts {
  readonly files: SignalFiles;
  readonly gathered: GatheredSignals;
  readonly scored: SignalScores;
  readonly column: string;
  readonly out?: string;
}

/** How the scores were made: lira (online, pooled variance) with 16 references. */
function howScored({ kind, mode, variance, gamma, a, references, population }: SignalScores): string {
  const details = [
    ...(mode === undefined ? [] : [mode]),
    ...(variance === undefined
      ? []
      : [variance === 'pooled' ? 'pooled variance' : 'a variance for each canary']),
    ...(gamma === undefined ? [] : [`gamma ${gamma}`]),
    ...(a === undefined ? [] : [`a ${a}`]),
    ...(population === undefined ? [] : [`${population} records to compare with`]),
  ];
  const models = references === 0 ? '' : ` with ${references} reference${references === 1 ? '' : 's'}`;
  return `${kind}${details.length === 0 ? '' : ` (${details.join(', ')})`}${models}`;
}

/** What was done, and what to mind. */
export function scoringNotes({ files, gathered, scored }: ScoringFacts): string[] {
  const { rows } = files.target;
  const { candidates, nobodyIn, unchecked, byOrder } = gathered;
  const subject =
    candidates === 1
      ? `${rows} ${rows === 1 ? 'canary' : 'canaries'}`
      : `${rows} bucket${rows === 1 ? '' : 's'} of ${candidates} candidates`;
  return [
    `Scored ${subject} by ${howScored(scored)}. Higher means likelier in; no score depends on who was in the target.`,
    ...(scored.references > 0 && nobodyIn
      ? ['No file says who was in the references: they count as trained without any canary.']
      : []),
    ...(scored.references > 0 && unchecked !== null ? [uncheckedNote(unchecked, files, candidates)] : []),
    ...(byOrder.length === 0
      ? []
      : [`Rows of ${byOrder.map(quotedPath).join(', ')} were matched by their order, for want of ids.`]),
    'The kind of score must be chosen before any is audited: the best of several, chosen by its verdict, keeps no confidence.',
  ];
}

const UNCHECKED =
  "Nobody checked that references have coins of their own: one that was trained with the target's coins gives these away, and an audit of such scores proves nothing.";

/** That references may share the target's coins, what follows from it, and how to have it checked. */
function uncheckedNote(
  who: NonNullable<GatheredSignals['unchecked']>,
  { target }: SignalFiles,
  candidates: number,
): string {
  const column = candidates === 1 ? 'included' : 'truth';
  const [whose, why, how] =
    who === 'target'
      ? [
          'the',
          `${quotedPath(target.file)} does not say who was in the target`,
          `score again with a column ${column} in it: the scores stay the same`,
        ]
      : [
          'all',
          'not every one says who was in it',
          candidates === 1
            ? 'say it of each (in_0, in_1, ... or --members)'
            : 'say it of each (column truth)',
        ];
  return `Nobody checked that ${whose} references have coins of their own: ${why}. One that was trained with the target's coins, or with their opposite, gives these away, and an audit of such scores proves nothing. To have it checked, ${how}.`;
}

/** A first screen, the notes that it leaves out, and what to do next. */
export function scoringWords(facts: ScoringFacts): ResultWords {
  const { files, gathered, column, out = '' } = facts;
  const { included, truth } = files.target;
  const known = (gathered.candidates === 1 ? included : truth) !== null;
  const options = [
    ...(column === 'score' ? [] : [`--score-column ${column}`]),
    ...(known ? [] : ['--assignment canaries.csv']),
    '--claim "..."',
  ];
  const [what, ...rest] = scoringNotes(facts);
  const unchecked = facts.scored.references > 0 && gathered.unchecked !== null ? `\n${UNCHECKED}\n` : '';
  return {
    screen: `${what} The scores are in ${quotedPath(out)}.\n${unchecked}`,
    details: `${rest.join('\n')}\n`,
    below: `Next: onerun audit ${quotedPath(out)} ${options.join(' ')}\n`,
  };
}

/** The same for machines. */
export function scoringData(facts: ScoringFacts): unknown {
  const { files, gathered, scored, column, out } = facts;
  const { scores: _, kind, references, ...chosen } = scored;
  const { target, members, population } = files;
  const inputs = [
    { role: 'target', ...target },
    ...files.references.map((file) => ({ role: 'reference', ...file })),
    ...(members === null ? [] : [{ role: 'members', ...members }]),
    ...(population === null ? [] : [{ role: 'population', ...population }]),
  ];
  return {
    kind,
    ...chosen,
    references,
    canaries: target.rows,
    options: gathered.candidates === 1 ? 2 : gathered.candidates,
    column,
    scores: out,
    inputs: inputs.map(({ role, file, sha256, rows }) => ({ role, name: file, sha256, rows })),
    notes: scoringNotes(facts),
  };
}
