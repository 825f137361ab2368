import { benchServer } from '../../src/bench/index.ts';

/** Answers the questions of figures, piece by piece. */
const serve = benchServer((reply) => postMessage(reply));

addEventListener('message', ({ data }) => serve(data));
