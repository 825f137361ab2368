import { onerun } from './cli.ts';

/** Quick: logistic regression on the first images of MNIST. */
const TINY = { model: 'logistic', limit: '300', noise: '1', rate: '0.1', seed: '1' };

/** What is stated takes the place of what is usual. */
const tinyArgs = (...more: string[]) => [
  'train',
  ...Object.entries(TINY).flatMap(([name, value]) =>
    more.includes(`--${name}`) ? [] : [`--${name}`, value],
  ),
  ...more,
];
/** Trains in less than a second, within this process. */
export const tiny = (out: string, ...more: string[]) => onerun([...tinyArgs(...more), '--out', out]);
