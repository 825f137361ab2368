import { appendToLedger } from '../../src/cli/ledger/index.ts';
import { NOTES } from './ledger.ts';

/**
 * A process that adds notes to a ledger: PATH NAME COUNT [PAUSE]. After each it prints its number, so that a test knows
 * which were reported as written when it was killed. PAUSE: milliseconds that it takes to make an entry.
 */
const [path, name, count, pause = '0'] = process.argv.slice(2);
try {
  for (let i = 0; i < Number(count); i++) {
    const make = async () => {
      await new Promise((resolve) => setTimeout(resolve, Number(pause)));
      return { note: `${name} ${i} ${'x'.repeat(2000)}` };
    };
    // Patient: the machine may be busy with other tests.
    await appendToLedger(path, NOTES, make, { tell: () => {}, giveUpAfter: 120_000 });
    process.stdout.write(`${i}\n`);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
