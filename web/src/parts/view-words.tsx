import { GLOSSARY } from '../../../src/report/index.ts';
import type { View } from '../route.ts';
import { Terms } from './report-pieces.tsx';

const FIGURE = [
  'mechanism',
  'canary',
  'attack',
  'score',
  'guess',
  'cut',
  'game',
  'claim',
  'trade-off curve',
  'epsilon',
  'delta',
  'family',
  'proved epsilon',
  'refuted',
  'p-value',
  'tau',
  'power',
  'worst-case',
  'model-based',
  'method',
];

/** The terms that the words of a view use. Learn explains its own, and a report those that it has. */
const USED: Readonly<Record<View, readonly string[]>> = {
  audit: [
    ...FIGURE,
    'bucket',
    'assignment',
    'commitment',
    'run',
    'run folder',
    'sides',
    'confidence',
    'design',
    'violation',
    'neighbours',
    'ledger',
    'evidence',
  ],
  explore: [...FIGURE, 'bucket', 'sides', 'neighbours', 'TPR, FPR', 'advantage', 'posterior'],
  plan: [...FIGURE, 'bucket', 'run', 'sides', 'confidence', 'design', 'violation', 'neighbours'],
  learn: [],
  compare: FIGURE,
  gallery: [...FIGURE, 'DP-SGD', 'run', 'run folder', 'ledger', 'evidence'],
};

/** What the terms of a view mean, folded away at its end. */
export function ViewWords({ view }: { readonly view: View }) {
  const used = new Set(USED[view]);
  if (used.size === 0) return null;
  return (
    <details class="view-words">
      <summary>Words of this page, explained</summary>
      <Terms pairs={GLOSSARY.filter(([term]) => used.has(term))} />
    </details>
  );
}
