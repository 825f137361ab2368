import { useEffect, useRef, useState } from 'preact/hooks';

interface CardVerdict {
  readonly outcome: string;
  readonly mark: string;
}

interface CardProps {
  readonly link: string;
  readonly title: string;
  readonly sentence: string;
  /** The small picture as SVG within the page, in its colours, made when the card comes into view. */
  readonly picture: () => Promise<string>;
  /** Of an audit, what it comes to, asked for once the picture is there. */
  readonly verdict?: () => Promise<CardVerdict>;
}

/** A thing to look at: a link with a small picture, a title and a sentence. */
export function Card({ link, title, sentence, picture, verdict }: CardProps) {
  const place = useRef<HTMLLIElement>(null);
  const [svg, setSvg] = useState('');
  const [said, setSaid] = useState('');
  const [found, setFound] = useState<CardVerdict | null>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const watch = new IntersectionObserver(
      ([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        watch.disconnect();
        picture()
          .then(setSvg, () => setSaid('The picture could not be made.'))
          .then(() => verdict?.().then(setFound))
          .catch(() => setSaid('The audit could not be made.'));
      },
      { rootMargin: '200px' },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <li class="card" ref={place}>
      {verdict === undefined ? null : (
        <p class={`card-verdict ${found?.outcome ?? ''}`}>{found?.mark ?? '…'}</p>
      )}
      <a href={link}>
        <span class="thumbnail bench" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
        <strong>{title}</strong>
      </a>
      <p>{sentence}</p>
      <p class="take-said" role="status">
        {said}
      </p>
    </li>
  );
}
