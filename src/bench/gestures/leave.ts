/**
 * Calls `leave` when nothing is looked at any more: a mouse has left the place, or a finger scrolls the page.
 * What a tap looks at stays when the finger is lifted, until the next touch elsewhere.
 */
export function whenLeft(place: HTMLElement, leave: () => void): void {
  const touchElsewhere = (event: PointerEvent) => {
    document.removeEventListener('pointerdown', touchElsewhere, true);
    if (event.target instanceof Node && place.contains(event.target)) return;
    leave();
  };
  place.addEventListener('pointercancel', leave);
  place.addEventListener('pointerleave', (event) => {
    // Before the place that is touched next hears of it, which may look at something by itself.
    if (event.pointerType === 'touch') document.addEventListener('pointerdown', touchElsewhere, true);
    else leave();
  });
}
