import { createHash, type Hash } from 'node:crypto';
import { InvalidInput } from '../../errors.ts';
import { type Limits, type ReadOptions, type ReadRun, readRunPair, readRuns } from '../../io/index.ts';
import { quotedPath } from '../../quote.ts';
import { nodePlatform } from '../input/platform.ts';
import { type OpenSource, openSource } from '../input/read-source.ts';

/**
 * The commitment to an assignment: the hash of the salt and the assignment's bytes, and the file that states
 * it.
 */
export interface Committed {
  readonly hash: string;
  readonly salt: string;
  readonly path: string;
}

/** The runs of a file, a pipe or standard input. Each is read once and closed. */
export async function readRunsFrom(
  path: string,
  assignmentPath: string | undefined,
  limits: Limits,
  options: Omit<ReadOptions, 'assignment' | 'limits' | 'platform'>,
  committed?: Committed,
): Promise<ReadRun[]> {
  return reading(
    [path, ...(assignmentPath === undefined ? [] : [assignmentPath])],
    limits,
    (sources, how) => {
      const [source, other] = sources;
      const assignment =
        other && committed && assignmentPath !== undefined
          ? checkedAgainst(other, assignmentPath, committed)
          : other;
      return readRuns(source, { ...options, ...how, ...(assignment === undefined ? {} : { assignment }) });
    },
  );
}

/** The same for two NPY files. */
export async function readPairFrom(included: string, excluded: string, limits: Limits): Promise<ReadRun> {
  return reading([included, excluded], limits, ([members, others], how) => readRunPair(members, others, how));
}

async function reading<T>(
  paths: readonly string[],
  limits: Limits,
  read: (sources: readonly OpenSource[], how: Pick<ReadOptions, 'limits' | 'platform'>) => Promise<T>,
): Promise<T> {
  const platform = nodePlatform();
  const sources: OpenSource[] = [];
  try {
    for (const path of paths) sources.push(await openSource(path, limits));
    const result = await read(sources, { limits, platform });
    for (const source of sources) await source.refuseIfChanged();
    return result;
  } finally {
    await platform.close();
    for (const source of sources) await source.close();
  }
}

/** The same source; after its last byte it throws if the assignment is not the one committed to. */
function checkedAgainst(
  source: OpenSource,
  path: string,
  { hash, salt, path: where }: Committed,
): OpenSource {
  async function* stream() {
    const own: Hash = createHash('sha256').update(salt);
    for await (const bytes of source.stream()) {
      own.update(bytes);
      yield bytes;
    }
    if (own.digest('hex') !== hash)
      throw new InvalidInput(
        `${quotedPath(path)} is not the assignment that ${quotedPath(where)} commits to: the audit would be of other coins`,
      );
  }
  return {
    name: source.name,
    byteLength: source.byteLength,
    ...(source.once === undefined ? {} : { once: source.once }),
    ...(source.descriptor === undefined ? {} : { descriptor: source.descriptor }),
    slice: (start, end) => source.slice(start, end),
    stream,
    refuseIfChanged: () => source.refuseIfChanged(),
    close: () => source.close(),
  };
}
