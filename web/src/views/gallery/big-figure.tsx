import { useEffect, useRef, useState } from 'preact/hooks';
import { inlineSvg } from '../../../../src/report/index.ts';
import { Problem, problemOf } from '../../parts/problem.tsx';
import { FigureMenu } from '../../parts/take/figure-menu.tsx';
import { CommandPart, LinkPart } from '../../parts/take/link.tsx';
import { FIGURE_TABLES, type FigureName, type GalleryFigure, galleryFigure } from './figures.ts';

/** A figure in full, with what can be taken away; nothing where none is named. */
export function BigFigure({ name }: { readonly name: string }) {
  const known = FIGURE_TABLES.find((one) => one === name);
  return known === undefined ? null : <NamedFigure key={known} name={known} />;
}

function NamedFigure({ name }: { readonly name: FigureName }) {
  const place = useRef<HTMLElement>(null);
  const [figure, setFigure] = useState<GalleryFigure | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    galleryFigure(name).then(setFigure, (error: unknown) => setProblem(problemOf(error)));
  }, [name]);
  useEffect(() => place.current?.scrollIntoView({ block: 'start' }), [figure]);
  return (
    <section class="big-figure" ref={place} aria-label="Figure">
      <Problem text={problem} />
      {figure === null ? null : (
        <figure>
          <section
            class="drawing scroll"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach
            tabIndex={0}
            aria-label={figure.title}
            dangerouslySetInnerHTML={{ __html: inlineSvg(figure, `big-${name}`) }}
          />
          <figcaption>
            <strong>{figure.title}</strong>. {figure.about}.
          </figcaption>
          <div class="take-row">
            <FigureMenu
              name={`onerun-${name}`}
              label={figure.title}
              svg={() => figure.svg}
              csv={() => figure.csv}
            >
              <LinkPart link={() => `#/gallery?figure=${name}`} files={[]} />
              <CommandPart command={figure.command} />
            </FigureMenu>
            <a href="#/gallery">Close</a>
          </div>
        </figure>
      )}
    </section>
  );
}
