import { useEffect, useId, useState } from 'preact/hooks';
import { loadPlots, type Picture } from '../../../src/report/index.ts';
import { messageOf } from './problem.tsx';

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
    <figure>
      <div class="drawing" dangerouslySetInnerHTML={{ __html: withOwnIds(picture.svg, id) }} />
      <figcaption>{picture.alt}</figcaption>
    </figure>
  );
}

/** Gives the ids within a picture a prefix of their own: a page may hold several pictures. */
function withOwnIds(svg: string, id: string): string {
  return svg.replaceAll('onerun-hatch', `${id}-hatch`);
}

export function PictureGrid({
  pictures,
  small = false,
}: {
  readonly pictures: readonly Picture[];
  readonly small?: boolean;
}) {
  return (
    <div class={small ? 'plots small' : 'plots'}>
      {pictures.map((picture) => (
        <Figure key={picture.name} picture={picture} />
      ))}
    </div>
  );
}
