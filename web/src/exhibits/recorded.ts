import broken from '../../../examples/cifar10/broken/manifest.json' with { type: 'json' };
import brokenScores from '../../../examples/cifar10/broken/scores.csv?url';
import epsilon1 from '../../../examples/cifar10/epsilon-1/manifest.json' with { type: 'json' };
import epsilon1Scores from '../../../examples/cifar10/epsilon-1/scores.csv?url';
import epsilon2 from '../../../examples/cifar10/epsilon-2/manifest.json' with { type: 'json' };
import epsilon2Scores from '../../../examples/cifar10/epsilon-2/scores.csv?url';
import epsilon4 from '../../../examples/cifar10/epsilon-4/manifest.json' with { type: 'json' };
import epsilon4Scores from '../../../examples/cifar10/epsilon-4/scores.csv?url';
import epsilon8 from '../../../examples/cifar10/epsilon-8/manifest.json' with { type: 'json' };
import epsilon8Scores from '../../../examples/cifar10/epsilon-8/scores.csv?url';
import epsilon16 from '../../../examples/cifar10/epsilon-16/manifest.json' with { type: 'json' };
import epsilon16Scores from '../../../examples/cifar10/epsilon-16/scores.csv?url';
import noClipping from '../../../examples/cifar10/no-clipping/manifest.json' with { type: 'json' };
import noClippingScores from '../../../examples/cifar10/no-clipping/scores.csv?url';
import { fetchedFile } from '../bundled-examples.ts';
import type { Exhibit } from './exhibit.ts';

type Manifest = typeof epsilon8 | typeof broken | typeof noClipping;

const RUNS: Readonly<Record<string, readonly [Manifest, string]>> = {
  'epsilon-1': [epsilon1, epsilon1Scores],
  'epsilon-2': [epsilon2, epsilon2Scores],
  'epsilon-4': [epsilon4, epsilon4Scores],
  'epsilon-8': [epsilon8, epsilon8Scores],
  'epsilon-16': [epsilon16, epsilon16Scores],
  broken: [broken, brokenScores],
  'no-clipping': [noClipping, noClippingScores],
};

/** The recorded runs on CIFAR-10: what each manifest states, and its scores, fetched when asked for. */
export const CIFAR10: readonly Exhibit[] = Object.entries(RUNS).map(([run, [manifest, address]]) => {
  const { claim, scoreColumn, parameters } = manifest;
  const name = `cifar10-${run}`;
  const kind = 'broken' in parameters ? `broken: ${parameters.broken}` : `epsilon ${parameters.epsilon}`;
  return {
    name,
    title: `CIFAR-10, ${kind}`,
    sentence: `${parameters.model}, ${parameters.steps} steps in batches of ${parameters.batch}; claimed: ${claim}.`,
    settings: { form: 'dpsgd', claim, score: scoreColumn, delta: String(manifest.delta) },
    file: () => fetchedFile(`${name}.csv`, address),
  };
});
