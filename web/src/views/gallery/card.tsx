import { useEffect, useRef, useState } from 'preact/hooks';

interface CardProps {
  readonly link: string;
  readonly title: string;
  readonly sentence: string;
  /** The small picture as SVG within the page, in its colours, made when the card comes into view. */
  readonly picture: () => Promise<string>;
  /** Keeps what the card shows, for comparing; absent where it is no state of the figure. */
  readonly onPin?: () => void;
}

/** A thing to look at: a link with a small picture, a title and a sentence. */
export function Card({ link, title, sentence, picture, onPin }: CardProps) {
  const place = useRef<HTMLLIElement>(null);
  const [svg, setSvg] = useState('');
  const [said, setSaid] = useState('');
  const [isPinned, setPinned] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const watch = new IntersectionObserver(
      ([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        watch.disconnect();
        picture().then(setSvg, () => setSaid('The picture could not be made.'));
      },
      { rootMargin: '200px' },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const pin = () => {
    onPin?.();
    setPinned(true);
  };
  return (
    <li class="card" ref={place}>
      <a href={link}>
        <span class="thumbnail bench" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
        <strong>{title}</strong>
      </a>
      <p>{sentence}</p>
      <p class="take-row">
        {onPin === undefined ? null : (
          <button type="button" aria-label={`Pin to compare: ${title}`} onClick={pin}>
            Pin to compare
          </button>
        )}
        <span class="take-said" role="status">
          {isPinned ? (
            <>
              Pinned. <a href="#/compare">Compare</a>
            </>
          ) : (
            said
          )}
        </span>
      </p>
    </li>
  );
}
