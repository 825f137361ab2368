/** How long a page may take to become as long as it was, in milliseconds. */
const PATIENCE = 3000;
/** How long its length must stand still before it counts as whole. */
const STILL = 400;

const GESTURES = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

let ending = () => {};

/** Whether the page is being scrolled to where it was. */
let busy = false;

/** Scrolls to where the page was, as soon as it is long enough again; the user's own scrolling ends that. */
export function restoreScroll(top: number): void {
  ending();
  if (top === 0) {
    scrollTo(0, 0);
    return;
  }
  busy = true;
  const begun = performance.now();
  let since = begun;
  let length = 0;
  let ended = false;
  const end = () => {
    ended = true;
    busy = false;
    for (const name of GESTURES) removeEventListener(name, end, true);
  };
  for (const name of GESTURES) addEventListener(name, end, true);
  ending = end;
  const step = (now: number) => {
    if (ended) return;
    const { scrollHeight } = document.documentElement;
    if (scrollHeight !== length) since = now;
    length = scrollHeight;
    if (Math.abs(scrollY - top) > 1) scrollTo(0, top);
    const reached = Math.abs(scrollY - top) <= 1;
    if (now - begun > PATIENCE || (reached && now - since > STILL)) end();
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Moves the focus to a part of the page and scrolls there, unless the page is being restored. */
export function goTo(part: HTMLElement | null, block: ScrollLogicalPosition): void {
  part?.focus({ preventScroll: true });
  if (!busy) part?.scrollIntoView({ block });
}

/** Tells where the user scrolls to, and nothing of what happens while the page is being restored. */
export function watchScroll(seen: (top: number) => void): void {
  history.scrollRestoration = 'manual';
  addEventListener(
    'scroll',
    () => {
      if (!busy) seen(scrollY);
    },
    { passive: true },
  );
}
