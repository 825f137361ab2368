import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface DrawnPanelProps {
  readonly title: string;
  readonly height: number;
  /** In words, for those who do not see it. */
  readonly label: string;
  readonly draw: (width: number) => string;
  readonly usual: number;
}

/** A drawing as wide as its place. Its SVG is made by the figure's code, which escapes every text in it. */
export function DrawnPanel({ title, height, label, draw, usual }: DrawnPanelProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place, usual);
  return (
    <figure class="bench-panel">
      {title === '' ? null : (
        <figcaption>
          <strong>{title}</strong>
        </figcaption>
      )}
      <div ref={place} style={{ height: `${height}px` }}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={label}
          dangerouslySetInnerHTML={{ __html: draw(width) }}
        />
      </div>
    </figure>
  );
}

function useWidth(place: { readonly current: HTMLElement | null }, usual: number): number {
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = () => setWidth(Math.max(200, Math.round(element.getBoundingClientRect().width)) || usual);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return width;
}
