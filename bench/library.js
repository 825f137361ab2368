import { bundleHere } from './bundle.js';

/** Everything that computes, from the sources. */
export const library = await import((await bundleHere()).library);
