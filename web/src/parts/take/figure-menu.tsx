import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { problemOf } from '../problem.tsx';
import { saveAsFile } from '../save.ts';
import { TakeMenu } from './menu.tsx';
import { savePng, saveSvg } from './save-picture.ts';

interface FigureMenuProps {
  /** The name of the files, without an ending. */
  readonly name: string;
  readonly label: string;
  readonly svg: () => string;
  /** The table of a reproduced figure. */
  readonly csv?: () => string;
  readonly children?: ComponentChildren;
}

/** What is taken away from any figure: SVG, PNG, and what else its view offers. */
export function FigureMenu({ name, label, svg, csv, children }: FigureMenuProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const png = () => void savePng(name, svg()).catch((error: unknown) => setProblem(problemOf(error)));
  return (
    <TakeMenu label={label}>
      <p class="take-files">
        <button type="button" onClick={() => saveSvg(name, svg())}>
          SVG
        </button>
        <button type="button" onClick={png}>
          PNG
        </button>
        {csv === undefined ? null : (
          <button type="button" onClick={() => saveAsFile(`${name}.csv`, csv(), 'text/csv')}>
            CSV
          </button>
        )}
      </p>
      {problem === null ? null : <p role="alert">{problem}</p>}
      {children}
    </TakeMenu>
  );
}
