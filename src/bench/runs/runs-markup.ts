import { escapeHtml, formatCount } from '../../report/index.ts';
import { runMark } from './run-mark.ts';
import { runsDrawing } from './runs-drawing.ts';
import { runsForm } from './runs-layout.ts';
import type { RunsSource } from './runs-source.ts';
import { jointWords } from './runs-words.ts';

const WIDTH = 960;

/** The figure of several runs as HTML that needs no script; keys can scroll it where the page is narrower. */
export function runsMarkup(source: RunsSource): string {
  const { layout, svg } = runsDrawing(source, WIDTH);
  const { outcome, mark } = source.verdict;
  return `<div class="bench bench-runs">
<div class="bench-head"><p class="bench-verdict ${outcome}">${escapeHtml(mark)}</p><p class="bench-mode">${escapeHtml(jointWords(source))}</p></div>
<p class="bench-keys">${keys(source)}</p>
<div class="bench-rows" role="group" aria-label="One row per run" tabindex="0"><svg viewBox="0 0 ${layout.width} ${layout.height}" aria-hidden="true" focusable="false">${svg}</svg></div>
</div>`;
}

/** What the marks mean. */
function keys(source: RunsSource): string {
  const { joint, rows } = source;
  const key = (isReached: boolean) =>
    `<svg class="bench-key" viewBox="0 0 14 12" aria-hidden="true" focusable="false">${runMark(7, 6, isReached, 5)}</svg>`;
  const number = `${formatCount(joint.atLeast)} right`;
  const what = {
    full: 'One row per run: its canaries and its cuts on one axis of scores, its right guesses on another.',
    compact:
      'One row per run: its canaries and its cuts on one axis of scores, its right guesses on another.',
    pile: `Every run a mark above its right guesses: ${formatCount(rows.length)} runs.`,
  }[runsForm(rows.length)];
  return `${what}${key(true)}reached ${number}${key(false)}did not`;
}
