import { basename } from 'node:path';
import { definedOnly } from '../../defined-only.ts';
import { InvalidInput } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits, MemoryUse, readSignals, type SignalFile } from '../../io/index.ts';
import { quoted, quotedPath } from '../../quote.ts';
import { SCORE_KINDS, type ScoreKind, type SignalScoreOptions, scoreSignals } from '../../signals/index.ts';
import { withLimitFlag } from '../input/limit-flag.ts';
import { nodePlatform } from '../input/platform.ts';
import { checkReadOnce, openSource } from '../input/read-source.ts';
import { Outputs } from '../output/index.ts';
import { gatherSignals, type SignalFiles } from '../score/gather.ts';
import { scoreTable } from '../score/score-table.ts';
import { type ScoringFacts, scoringData, scoringNotes, scoringWords } from '../score/words.ts';
import { type AskedForm, type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';
import { clearProgress, shareProgress } from '../shell/progress.ts';

/** What may be typed for `onerun score`. */
export interface ScoreCommand extends Omit<SignalScoreOptions, 'kind'>, Omit<AskedForm, 'forPython'> {
  kind: string;
  reference?: string[];
  members?: string;
  population?: string;
  signal?: string;
  column: string;
  idColumn?: string;
  includedColumn?: string;
  limit?: Partial<Limits>;
  out?: string;
  force?: true;
}

/** Reads signals, makes scores of them, and writes those. */
export async function runScore(path: string, typed: ScoreCommand): Promise<CommandOutcome> {
  const { reference = [], members, population, out, force, json, column } = typed;
  const kind = kindNamed(typed.kind);
  checkColumnName(column);
  if (json !== undefined && out === undefined)
    throw new InvalidInput('--json says what was done with a file of scores: name that with --out');
  const inputs = [path, ...reference, members, population];
  checkReadOnce(inputs);
  const outputs = await Outputs.collect({ files: [out], inputs, force });
  const files = await readFiles(path, typed).catch((error: unknown) => {
    throw withLimitFlag(error);
  });
  const { mode, variance, gamma, a } = typed;
  const gathered = gatherSignals(files, kind === 'lira' || kind === 'rmia');
  const scored = scoreSignals(gathered.signals, { kind, ...definedOnly({ mode, variance, gamma, a }) });
  if (a !== undefined && scored.mode === 'online')
    throw new InvalidInput('invalid a; only for rmia offline, and this is online', ['mode']);
  const table = scoreTable(files.target, scored.scores, gathered.candidates, column);
  const facts: ScoringFacts = { files, gathered, scored, column, ...definedOnly({ out }) };
  if (out === undefined)
    return { code: EXIT.consistent, text: table, problem: scoringNotes(facts).join(' ') };
  outputs.put(out, table);
  await outputs.place();
  return {
    code: EXIT.consistent,
    ...inAskedForm(
      typed,
      () => scoringData(facts),
      () => scoringWords(facts),
    ),
  };
}

function kindNamed(text: string): ScoreKind {
  const kind = SCORE_KINDS.find((name) => name === text);
  if (kind === undefined)
    throw new InvalidInput(`unknown kind: ${quoted(text)} (one of ${SCORE_KINDS.join(', ')})`);
  return kind;
}

/** Names that `onerun audit` would read as something else than scores. */
const TAKEN =
  /^(id|canary|canary_id|index|included|is_member|members?|memberships?|in|truth|guess|answer|confidence|run)$/i;

function checkColumnName(name: string): void {
  if (!/^[a-z][\w.-]{0,59}$/i.test(name) || TAKEN.test(name))
    throw new InvalidInput(
      `invalid column; must be a word of letters, digits, dots and dashes that means nothing else: ${quoted(name)}`,
    );
}

async function readFiles(
  path: string,
  { reference = [], members, population, signal, idColumn, includedColumn, limit }: ScoreCommand,
): Promise<SignalFiles> {
  const limits = { ...DEFAULT_LIMITS, ...limit };
  const memoryUse = new MemoryUse();
  const read = async (from: string, npyName: string): Promise<SignalFile> => {
    const platform = nodePlatform();
    const source = await openSource(from, limits);
    try {
      const found = await readSignals(source, {
        limits,
        platform,
        memoryUse,
        npyName,
        namesMayMiss: from !== path,
        ...definedOnly({ signal, idColumn, includedColumn }),
        onProgress: shareProgress(`reading ${from === '-' ? 'standard input' : quotedPath(basename(from))}`),
      });
      await source.refuseIfChanged();
      return found;
    } finally {
      await platform.close();
      await source.close();
    }
  };
  try {
    const target = await read(path, 'loss');
    const references: SignalFile[] = [];
    for (const from of reference) references.push(await read(from, 'reference'));
    return {
      target,
      references,
      members: members === undefined ? null : await read(members, 'in'),
      population: population === undefined ? null : await read(population, 'loss'),
    };
  } finally {
    clearProgress();
  }
}
