import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** So far from the window's edge a menu stays, in pixels. */
const EDGE = 8;

/**
 * A small menu over the page; a click elsewhere, Escape, or going on by the keyboard closes it, so that what
 * it says of a figure is about the figure as it stands.
 */
export function TakeMenu({
  label,
  children,
}: {
  /** What is taken away, for those who hear the menu's name alone. */
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  const place = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
      const menu = place.current;
      if (menu === null || (event.type !== 'keydown' && menu.contains(event.target as Node))) return;
      menu.open = false;
      if (event.type === 'keydown') menu.querySelector('summary')?.focus();
    };
    addEventListener('pointerdown', close);
    addEventListener('focusin', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('focusin', close);
      removeEventListener('keydown', close);
    };
  }, [isOpen]);
  // A menu that would reach beyond the window is moved to the left, so that the page stays as wide as it is.
  useLayoutEffect(() => {
    const menu = place.current?.querySelector<HTMLElement>('.take-menu');
    if (!isOpen || !menu) return;
    const keepWithin = () => {
      menu.style.left = '';
      const { left, right } = menu.getBoundingClientRect();
      const beyond = right + EDGE - document.documentElement.clientWidth;
      if (beyond > 0) menu.style.left = `${-Math.min(beyond, Math.max(0, left - EDGE))}px`;
    };
    keepWithin();
    addEventListener('resize', keepWithin);
    return () => removeEventListener('resize', keepWithin);
  }, [isOpen]);
  return (
    <details class="take" ref={place} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={`Take away: ${label}`}>Take away</summary>
      {isOpen ? <div class="take-menu">{children}</div> : null}
    </details>
  );
}

/** A button that copies a text and says so. */
export function CopyButton({ words, text }: { readonly words: string; readonly text: () => string }) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setSaid('Copied'),
      () => setSaid('The browser does not let this page copy'),
    );
  };
  return (
    <>
      <button type="button" onClick={copy}>
        {words}
      </button>
      <span class="take-said" role="status">
        {said}
      </span>
    </>
  );
}
