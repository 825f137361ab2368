import short1 from '../../../examples/mnist-runs/short-01.csv?url';
import short2 from '../../../examples/mnist-runs/short-02.csv?url';
import short3 from '../../../examples/mnist-runs/short-03.csv?url';
import short4 from '../../../examples/mnist-runs/short-04.csv?url';
import short5 from '../../../examples/mnist-runs/short-05.csv?url';
import { fetchedFile } from '../bundled-examples.ts';
import type { Exhibit } from './exhibit.ts';

/** What examples/make-runs.js trained with, whatever the bug did. */
const CLAIM = 'dpsgd(noise=1, rate=0.05, steps=200)';

const FILES = {
  'short-01': short1,
  'short-02': short2,
  'short-03': short3,
  'short-04': short4,
  'short-05': short5,
};

/** Trainings on MNIST with noise that is 30% short. */
export const MNIST_RUNS: readonly Exhibit[] = Object.entries(FILES).map(([run, address]) => ({
  name: `mnist-${run}`,
  title: `MNIST with short noise, run ${Number(run.slice(-2))}`,
  sentence: 'Trained with noise 30% short.',
  settings: { form: 'dpsgd', claim: CLAIM },
  file: () => fetchedFile(`mnist-${run}.csv`, address),
}));
