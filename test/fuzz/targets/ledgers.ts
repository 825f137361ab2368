import { join } from 'node:path';
import { readLedger } from '../../../src/cli/ledger/index.ts';
import { NOTES, naiveLedger } from '../../support/ledger.ts';
import { alteredText, damaged } from '../alter.ts';
import { checkSame, reading } from '../promises.ts';
import { size, type Target, times } from '../target.ts';

/** A ledger: an altered one is refused, or only its end is missing. */
export const ledgers: Target = {
  name: 'ledgers',
  make(random) {
    const notes = times(size(random, 1, 6), (i) => ({ note: `${i} ${random.uniform()}` }));
    const text = naiveLedger(...notes.map((note) => JSON.stringify(note)));
    const altered = random.bernoulli(0.5)
      ? damaged(random, new TextEncoder().encode(text))
      : alteredText(random, text);
    return {
      files: { 'ledger.jsonl': altered },
      async run(folder) {
        const ledger = await reading(() => readLedger(join(folder, 'ledger.jsonl'), NOTES));
        if (ledger === null) return 'refused';
        checkSame(JSON.stringify(notes.slice(0, ledger.lines)), JSON.stringify(ledger.entries));
        return 'read';
      },
    };
  },
};
