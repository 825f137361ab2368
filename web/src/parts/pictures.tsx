import { useEffect, useId, useState } from 'preact/hooks';
import { inlineSvg, loadPlots, type Picture } from '../../../src/report/index.ts';
import { messageOf } from './problem.tsx';
import { FigureMenu } from './take/figure-menu.tsx';

export type Plots = Awaited<ReturnType<typeof loadPlots>>;

const FRAME = 16;

/** Pictures drawn from data, as soon as the data and the plots are loaded; until then the previous ones. */
export function usePictures<D>(
  data: D | null,
  draw: (plots: Plots, data: D, document: Document) => readonly (Picture | null)[],
): { readonly pictures: readonly Picture[]; readonly problem: string | null } {
  const [state, setState] = useState<{ pictures: readonly Picture[]; problem: string | null }>({
    pictures: [],
    problem: null,
  });
  useEffect(() => {
    if (data === null) return;
    let wanted = true;
    const drawAll = (plots: Plots) => {
      if (!wanted) return;
      try {
        setState({ pictures: draw(plots, data, document).filter((one) => one !== null), problem: null });
      } catch (error) {
        setState({ pictures: [], problem: messageOf(error) });
      }
    };
    // Data that change several times within a frame are drawn once.
    const timer = setTimeout(() => {
      loadPlots().then(drawAll, () =>
        setState({ pictures: [], problem: 'the plots could not be loaded: is there a network?' }),
      );
    }, FRAME);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [data]);
  return state;
}

/** A picture with its caption. The SVG is made by the report, which escapes every text in it. */
function Figure({ picture }: { readonly picture: Picture }) {
  const id = useId();
  return (
    <figure aria-label={picture.title}>
      <div class="drawing" dangerouslySetInnerHTML={{ __html: inlineSvg(picture, id) }} />
      <figcaption>{picture.alt}</figcaption>
      <div class="take-row">
        <FigureMenu name={`onerun-${picture.name}`} label={picture.title} svg={() => picture.svg} />
      </div>
    </figure>
  );
}

export function PictureGrid({ pictures }: { readonly pictures: readonly Picture[] }) {
  return (
    <div class="plots">
      {pictures.map((picture) => (
        <Figure key={picture.name} picture={picture} />
      ))}
    </div>
  );
}
