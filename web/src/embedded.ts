/**
 * Whether the page is a figure within another one, as in the documentation (`index.html?embed#/explore`):
 * without navigation, in the colours that the other page sets, and nothing is kept for later.
 */
export const EMBEDDED = new URLSearchParams(location.search).has('embed');
