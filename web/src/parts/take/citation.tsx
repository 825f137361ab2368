import { citations } from '../../../../src/bench/index.ts';
import { CopyButton } from './menu.tsx';

/** How to cite the program and the method, in words and for BibTeX. */
export function CitationPart() {
  return (
    <details class="take-part">
      <summary>Cite</summary>
      {citations(__ONERUN_VERSION__).map(({ what, text, bibtex }) => (
        <div key={what}>
          <p>
            <strong>{what}.</strong> {text}
          </p>
          <p class="take-files">
            <CopyButton words={`Copy as text: ${what.toLowerCase()}`} text={() => text} />
            <CopyButton words={`Copy BibTeX: ${what.toLowerCase()}`} text={() => bibtex} />
          </p>
        </div>
      ))}
    </details>
  );
}
