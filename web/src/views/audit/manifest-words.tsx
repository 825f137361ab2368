import type { DesignChoices } from '../../../../src/design/index.ts';

/** What a manifest or its plan may fix, in words. */
const WORDS: readonly (readonly [keyof DesignChoices, string])[] = [
  ['claim', 'claim'],
  ['scoreColumn', 'column of scores'],
  ['lowerIsIn', 'lower scores are in'],
  ['guesses', 'guesses'],
  ['sides', 'side of the guesses'],
  ['atLeast', 'right guesses that make a run count'],
  ['threshold', 'threshold'],
  ['thresholdRuns', 'runs that choose the threshold'],
  ['sameCanary', 'the same canary in all runs'],
  ['options', 'candidates per bucket'],
  ['delta', 'delta'],
  ['tau', 'significance'],
  ['violation', 'violation'],
  ['model', 'mechanism that the design was made for'],
  ['families', 'families'],
  ['seed', 'seed'],
];

/** What the manifest of a run folder and its plan fixed before the scores were seen. */
export function ManifestWords({ fixed }: { readonly fixed: DesignChoices }) {
  const said = WORDS.flatMap(([key, name]) => {
    const value = fixed[key];
    return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : String(value)]];
  });
  if (said.length === 0) return null;
  return (
    <div class="manifest">
      <p>The manifest, or its plan, fixed, and the audit keeps unless you state something else:</p>
      <dl>
        {said.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
