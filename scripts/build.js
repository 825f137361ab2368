/**
 * Builds the package and the web app into dist (npm run build). The builders are called from here, since their command
 * lines also print notices about the versions of Node that they want.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { build as buildWeb } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url));

process.chdir(root);
await build({ logLevel: 'error' });
await buildWeb({ root: `${root}web`, logLevel: 'error' });
