/** How long after the page has loaded the service worker is registered, in milliseconds. */
const PAUSE = 1000;

/** Keeps the app for use without a network, once the page has loaded and the network has nothing else to do. */
export function keepForOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () =>
    navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {
      // A host that does not allow it: the app works, but only with a network.
    });
  const later = () => setTimeout(register, PAUSE);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later);
}
