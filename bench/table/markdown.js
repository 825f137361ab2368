import { logSlope } from './growth.js';

/** Seconds with three digits, in the unit that suits them. */
function time(seconds) {
  if (seconds < 1e-3) return `${(1e6 * seconds).toPrecision(3)} µs`;
  return seconds < 1 ? `${(1e3 * seconds).toPrecision(3)} ms` : `${Number(seconds.toPrecision(3))} s`;
}

const rounded = (x) =>
  (x < 10 ? Number(x.toPrecision(2)) : Math.round(x)).toLocaleString('en-US', {
    maximumSignificantDigits: 3,
  });

/** How many times as long the other takes; "over" where it was not waited for. */
const ratio = (other, now) => `${other.over ? 'over ' : ''}${rounded(other.seconds / now.seconds)}x`;

function besideLast(before, now) {
  if (before === undefined) return ['', ''];
  if (before === null) return ['not built', ''];
  const differs = before.answer !== '' && now.answer.startsWith('epsilon') && before.answer !== now.answer;
  const text = `${before.over ? 'over ' : ''}${time(before.seconds)}${differs ? `, ${before.answer}` : ''}`;
  return [text, ratio(before, now)];
}

function rowOf({ name, now, before, peer = null, limit = null }) {
  const cells = [
    name,
    now.answer,
    time(now.seconds),
    ...besideLast(before, now),
    ...(peer === null ? ['', ''] : [`${time(peer.seconds)}, ${peer.name}`, ratio(peer, now)]),
    limit === null ? '' : `${time(limit.seconds)}: ${limit.what}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

const HEAD = ['what', 'answer', 'time', 'last release', 'ratio', 'peer', 'ratio', 'physical limit'];

export function rowsTable(rows) {
  return [`| ${HEAD.join(' | ')} |`, `|${'---|'.repeat(HEAD.length)}`, ...rows.map(rowOf)].join('\n');
}

const timeAt = ([x, seconds, note]) =>
  `${time(seconds)} at ${x.toLocaleString('en-US')}${note ? ` (${note})` : ''}`;

export function growthTable(lines) {
  const rows = lines.map(({ name, variable, points }) => {
    const times = points.map(timeAt).join(', ');
    return `| ${name} | ${variable} | ${logSlope(points).toFixed(2)} | ${times} |`;
  });
  return ['| what | against | slope | times |', '|---|---|---|---|', ...rows].join('\n');
}
