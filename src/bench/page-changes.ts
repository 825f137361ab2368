/** Calls `changed` when the page's colours change; returns what ends that. */
export function onColours(changed: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', changed);
  const theme = new MutationObserver(changed);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    dark.removeEventListener('change', changed);
    theme.disconnect();
  };
}

/** Calls back before the page is printed and after; returns what ends that. */
export function onPrint(printed: (isPrinting: boolean) => void): () => void {
  const [before, after] = [() => printed(true), () => printed(false)];
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}
