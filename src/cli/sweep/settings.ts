import { checkWhole } from '../../check.ts';
import { InvalidInput } from '../../errors.ts';
import {
  checkAxes,
  type Figure,
  type Grid,
  type GridCell,
  gridCells,
  type SweepSettings,
} from '../../experiments/index.ts';
import { DEFAULT_LIMITS, type Limits } from '../../io/index.ts';
import { tauOf } from '../../levels.ts';
import type { Method } from '../../types.ts';
import { withLimitFlag } from '../input/limit-flag.ts';
import { methods } from '../shell/options.ts';
import type { Shard } from './parts/shards.ts';
import { recordedFolder, recordedRuns } from './recorded.ts';

/** What a user may type for `onerun reproduce`. */
export interface ReproduceOptions {
  out: string;
  workers?: number;
  queue?: string;
  simulate?: true;
  games?: number;
  seed?: string;
  shard?: Shard;
  merge?: true;
  from?: string[];
  method?: Method[];
  optimalUpTo?: number;
  recorded?: string;
  limit?: Partial<Limits>;
  sigma?: number[];
  canaries?: number[];
  guesses?: number[];
  options?: number[];
  delta?: number[];
  tau?: number[];
  confidence?: number[];
  runs?: number[];
  noise?: number[];
  rate?: number[];
  steps?: number[];
  short?: number[];
  score?: string[];
  references?: number[];
  difficulty?: number[];
  force?: true;
  json?: true;
}

/** Options that have the name of their axis. */
const AXES = [
  'sigma',
  'guesses',
  'delta',
  'runs',
  'noise',
  'rate',
  'steps',
  'short',
  'score',
  'references',
  'difficulty',
] as const;

/** Games of each point of a figure that is not always played. */
const USUAL_GAMES = 100;

/** The settings of a figure's sweep from what was typed, checked. */
export function settingsOf(figure: Figure, named: boolean, options: ReproduceOptions): SweepSettings {
  const usual = figure.game?.usualGames;
  const { simulate, games = usual ?? USUAL_GAMES, seed = '0', method, optimalUpTo = 1e5 } = options;
  const played = simulate !== undefined || usual !== undefined;
  if (!played && options.games !== undefined) throw new InvalidInput('--games goes with --simulate');
  checkWhole('games', games, 1, 1e6);
  if (!(optimalUpTo >= 0))
    throw new InvalidInput(`invalid optimal-up-to; must be at least 0: ${optimalUpTo}`);
  const changes = changesOf(figure, options);
  if (!named && Object.keys(changes).length > 0)
    throw new InvalidInput('a grid of your own goes with one figure: onerun reproduce FIGURE ...');
  if (named) checkAxes(figure, changes);
  return {
    methods: method ?? methods('all'),
    optimalUpTo,
    simulate: played ? { games, seed } : null,
    changes,
  };
}

/** The axes that were given values, by their names in the tables. */
function changesOf(figure: Figure, options: ReproduceOptions): Grid {
  const canaries = figure.grids.some((grid) => 'total' in grid) ? 'total' : 'm';
  const { tau, confidence } = options;
  if (tau !== undefined && confidence !== undefined)
    throw new InvalidInput('--tau and --confidence say the same: give one');
  const given: Record<string, Grid[string] | undefined> = {
    ...Object.fromEntries(AXES.map((axis) => [axis, options[axis]])),
    [canaries]: options.canaries,
    k: options.options,
    tau: tau ?? confidence?.map(tauOf),
  };
  const changes: Record<string, Grid[string]> = {};
  for (const [axis, values] of Object.entries(given)) if (values !== undefined) changes[axis] = values;
  return changes;
}

/**
 * The points of a figure: of its grid, or of the runs that were recorded, whose files are added to `inputs`.
 */
export async function cellsFor(
  figure: Figure,
  { changes }: SweepSettings,
  { recorded = recordedFolder(), limit }: Pick<ReproduceOptions, 'recorded' | 'limit'>,
  inputs: string[] = [],
): Promise<readonly GridCell[]> {
  if (figure.grids.length > 0) return gridCells(figure, changes);
  const runs = await recordedRuns(recorded, inputs, { ...DEFAULT_LIMITS, ...limit }).catch(
    (error: unknown) => {
      throw withLimitFlag(error);
    },
  );
  return runs.map((run): GridCell => ({ ...run }));
}
