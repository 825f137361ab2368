/** Keeps the app for use without a network, once the page has loaded and has nothing else to do. */
export function keepForOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () =>
    navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {
      // A host that does not allow it: the app works, but only with a network.
    });
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register());
}
