import { benchEngine } from '../engine/client.ts';
import { benchServer } from '../engine/serve.ts';
import { BenchFigure } from '../figure.ts';
import { unpackSource } from './packed-source.ts';
import { REPORT_DATA, REPORT_FIGURE } from './places.ts';

/**
 * The script within a report. In the page it makes the figure live; started as a worker, from its own text,
 * it computes. Where a browser refuses workers to a file, the page computes between frames.
 */
if (typeof document === 'undefined') {
  const answer = benchServer((reply) => self.postMessage(reply));
  self.onmessage = ({ data }) => answer(data);
} else {
  const text = document.currentScript?.textContent ?? '';
  // As soon as the figure has been read, so that it is painted once.
  const reading = new MutationObserver(() => {
    if (takeOver(text)) reading.disconnect();
  });
  reading.observe(document, { childList: true, subtree: true });
}

/** Makes the figure live, unless it is not all there yet. */
function takeOver(text: string): boolean {
  const root = document.getElementById(REPORT_FIGURE);
  const data = document.getElementById(REPORT_DATA)?.textContent;
  if (!root?.nextElementSibling || !data) return false;
  const worker = () => new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
  new BenchFigure(root, unpackSource(data), { engine: benchEngine(worker, benchServer) });
  root.classList.add('bench-live');
  return true;
}
