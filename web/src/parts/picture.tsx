import { useEffect, useId, useState } from 'preact/hooks';
import { loadPlots, type Picture } from '../../../src/report/index.ts';
import { messageOf } from './problem.tsx';

export type Plots = Awaited<ReturnType<typeof loadPlots>>;

const FRAME = 16;

/** Pictures drawn from data as soon as both are there; the ones before stay until then. */
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
    // Answers that come together are drawn once.
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

/** A picture with its words. The SVG is the library's own, with every text in it escaped. */
function Figure({ picture }: { readonly picture: Picture }) {
  const id = useId();
  return (
    <figure>
      <div class="drawing" dangerouslySetInnerHTML={{ __html: own(picture.svg, id) }} />
      <figcaption>{picture.alt}</figcaption>
    </figure>
  );
}

/** Names within a picture are its own on a page with several of them. */
function own(svg: string, id: string): string {
  return svg.replaceAll('onerun-hatch', `${id}-hatch`);
}

export function Figures({ pictures }: { readonly pictures: readonly Picture[] }) {
  return (
    <div class="plots">
      {pictures.map((picture) => (
        <Figure key={picture.name} picture={picture} />
      ))}
    </div>
  );
}
