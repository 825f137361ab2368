import { join } from 'node:path';
import { ROOT } from '../bundle.js';
import { CIFAR10 } from './curve-rows.js';
import { measuredProcess } from './measured-case.js';

const COUNTS = ['--canaries', '100000', '--guesses', '1500', '--correct', '1429'];
const DPSGD = `dpsgd(noise=${CIFAR10.noise}, rate=${CIFAR10.rate}, steps=${CIFAR10.steps})`;

const COMMANDS = [
  { name: '`onerun --version`', args: ['--version'], times: 15 },
  { name: '`onerun --help`', args: ['--help'], times: 15 },
  {
    name: '`onerun bound`, (100,000; 1,500; 1,429), both families, all methods',
    args: ['bound', ...COUNTS],
    times: 5,
  },
  {
    name: '`onerun audit` of the DP-SGD run examples/cifar10/epsilon-8',
    args: ['audit', join(ROOT, 'examples/cifar10/epsilon-8')],
    times: 3,
  },
  {
    name: "`onerun plan` for that run's claim, 5,000 canaries",
    args: ['plan', '--canaries', '5000', '--claim', DPSGD],
    times: 3,
  },
];

/** Whole commands, each with the start of its process, beside what bare Node takes to start. */
export async function* commandRows({ here, last }) {
  const bare = await measuredProcess(['-e', '0'], 15);
  for (const { name, args, times } of COMMANDS) {
    const now = await measuredProcess([here.cli, ...args], times);
    // The last release is slower: fewer repeats tell its least time well enough.
    const before = last && (await measuredProcess([last.cli, ...args], Math.ceil(times / 3)));
    yield { name, now, before, peer: null, limit: { what: 'bare Node', seconds: bare.seconds } };
  }
}
