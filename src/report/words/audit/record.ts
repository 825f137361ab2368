import type { AuditInput, AuditProvenance, AuditResult, AuditTies } from '../../../audit/index.ts';
import { quoted, quotedPath } from '../../../quote.ts';
import { formatCount } from '../format.ts';

/** What is needed to repeat or check an audit, as (term, fact) pairs. */
export function recordPairs(result: AuditResult): (readonly [term: string, fact: string])[] {
  const { version, command, files, commitment, departures } = result.provenance;
  return [
    ...(version === null ? [] : [['Program', `onerun ${version}`] as const]),
    ...(command === null ? [] : [['Command', command] as const]),
    ...inputFiles(result).map(
      ({ name, sha256 }) =>
        ['Scores', quotedPath(name) + (sha256 === null ? '' : `, sha256 ${sha256}`)] as const,
    ),
    ...files.map(
      ({ role, name, sha256 }) => [capital(role), `${quotedPath(name)}, sha256 ${sha256}`] as const,
    ),
    ['Coins', coinsSentence(commitment, result.runs.length)] as const,
    ...(result.classical === undefined ? [['Ties', tiesSentence(result)] as const] : []),
    ...(departures.length === 0 ? [] : [['Departures', `${departures.join('; ')}.`] as const]),
  ];
}

export function coinsSentence(commitment: AuditProvenance['commitment'], runs: number): string {
  if (commitment === null)
    return 'no commitment was checked: that the coins were drawn before training rests on your word.';
  const { hash, runs: checked } = commitment;
  if (checked === undefined) return `the assignment is the one committed to, hash ${hash}.`;
  return checked === runs
    ? `the assignment of every run is the one committed to, hashes ${hash}.`
    : `the assignments of ${checked} of ${runs} runs are those committed to, hashes ${hash}; of the others no commitment was checked.`;
}

const SOURCES: Readonly<Record<AuditProvenance['seedFrom'], string>> = {
  plan: 'from the plan',
  manifest: 'from the manifest',
  commitment: 'from the commitment',
  stated: 'as stated; it must have been fixed before the scores were seen',
  fresh: 'drawn for this audit',
};

export function tiesSentence({ ties: found, provenance: { seed, seedFrom } }: AuditResult): string {
  const drawn = `seed ${quoted(seed)}, ${SOURCES[seedFrom]}`;
  if (found.length === 0) return `no choice among equal scores had to be made (${drawn}).`;
  const several = new Set(found.map(({ run }) => run)).size > 1;
  return `${found.map((each) => (several ? `run ${each.run}: ` : '') + tie(each)).join('; ')} (${drawn}).`;
}

function tie({ guesses, equal, guessed, least, most, decides }: AuditTies): string {
  const range =
    least === most
      ? `${formatCount(least)} right whichever they are`
      : `${formatCount(least)} to ${formatCount(most)} right over all ways to choose${decides ? ', and the verdict depends on the draw' : ''}`;
  return `of ${formatCount(equal)} equal scores at the cut ${formatCount(guessed)} were among the ${formatCount(guesses)} guesses, chosen by a draw: ${range}`;
}

const capital = (word: string) => word[0].toUpperCase() + word.slice(1);

/** A file that went in. */
interface InputFile {
  /** Its name, and how many runs it holds where there are several. */
  readonly name: string;
  readonly rows: number;
  readonly sha256: string | null;
}

/** The files that went in, each once however many runs it holds. */
export function inputFiles({ runs }: AuditResult): InputFile[] {
  const files = new Map<string, AuditInput[]>();
  for (const [i, input] of runs.flatMap(({ inputs }) => inputs).entries()) {
    const key = input.file === undefined ? String(i) : `${input.file} ${input.sha256}`;
    const others = files.get(key);
    if (others === undefined) files.set(key, [input]);
    else others.push(input);
  }
  return [...files.values()].map((inputs) => {
    const [{ name, file, sha256 }] = inputs;
    const rows = inputs.reduce((sum, input) => sum + input.rows, 0);
    return { name: file === undefined ? name : `${file} (${formatCount(inputs.length)} runs)`, rows, sha256 };
  });
}
