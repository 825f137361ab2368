import type { ComponentChildren } from 'preact';
import { GLOSSARY } from '../../../../src/report/index.ts';

interface NoteProps {
  /** Terms of the glossary. */
  readonly terms?: readonly string[];
  readonly children?: ComponentChildren;
}

/** Terms and what else stands in the margin of a step. */
export function Note({ terms = [], children }: NoteProps) {
  return (
    <div class="margin-note" role="note">
      {terms.map((term) => (
        <p key={term}>
          <dfn>{term}</dfn> {meaningOf(term)}
        </p>
      ))}
      {children}
    </div>
  );
}

function meaningOf(term: string): string {
  const found = GLOSSARY.find(([name]) => name === term);
  if (found === undefined) throw new Error(`internal: the glossary has no ${term}`);
  return found[1];
}

/** Mathematics for who asks. */
export function Formula({ children }: { readonly children: ComponentChildren }) {
  return (
    <details>
      <summary>The formula</summary>
      {children}
    </details>
  );
}
