/** Defined where the program is built as one folder that needs no node_modules, as in the Python package. */
declare const ONERUN_BUNDLED: true | undefined;

/** Whether this program is such a folder: then its fonts and its WebAssembly lie beside it. */
export const BUNDLED: boolean = typeof ONERUN_BUNDLED !== 'undefined';
