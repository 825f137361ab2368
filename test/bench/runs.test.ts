import { expect, test } from 'vitest';
import { type AuditOptions, type AuditResult, audit } from '../../src/audit/index.ts';
import { runsDrawing } from '../../src/bench/runs/runs-drawing.ts';
import { rowSpan } from '../../src/bench/runs/runs-layout.ts';
import { runsMarkup } from '../../src/bench/runs/runs-markup.ts';
import { type RunsSource, sourceOfRuns } from '../../src/bench/runs/runs-source.ts';
import { jointWords } from '../../src/bench/runs/runs-words.ts';
import { createRandom } from '../../src/numerics/index.ts';

const ASKED: AuditOptions = { claim: 'gaussian(sigma=1)', guesses: [12], atLeast: 9, methods: ['paper'] };

/** Runs of 40 canaries. */
function runsOf(count: number) {
  return Array.from({ length: count }, (_, i) => {
    const random = createRandom(`run ${i}`);
    const included = Uint8Array.from({ length: 40 }, () => random.coin());
    const scores = Float64Array.from(included, (bit) => bit + 0.3 * random.normal());
    return {
      scores: { kind: 'membership' as const, scores, included },
      input: {
        name: `run-${i + 1}.csv`,
        sha256: String(i).padStart(64, '0'),
        rows: 40,
        scoreColumn: 'score',
      },
    };
  });
}

const few = audit(runsOf(4) as never, ASKED);

/** The same runs, from other files. */
const from = (name: (run: number) => string): AuditResult => ({
  ...few,
  runs: few.runs.map((run, i) => ({ ...run, inputs: [{ ...run.inputs[0], name: name(i + 1) }] })),
});

/** As many runs as asked for, with counts all over. */
function many(count: number): AuditResult {
  const runs = Array.from({ length: count }, (_, i) => {
    const [observation] = few.runs[0].observations;
    return { ...few.runs[0], observations: [{ ...observation, correct: 5 + (i % 7) }] };
  });
  const reached = runs.filter(({ observations: [{ correct }] }) => correct >= 9).length;
  return { ...few, runs, joint: { runs: count, atLeast: 9, reached, needed: 3 } };
}

function sourceFrom(result: AuditResult): RunsSource {
  const source = sourceOfRuns(result);
  if (source === null) throw new Error('no source');
  return source;
}

test('every run is a row with its counts, its cuts, and whether it reached the number', () => {
  const { rows, joint } = sourceFrom(few);
  expect(rows.map(({ label }) => label)).toEqual(['run-1', 'run-2', 'run-3', 'run-4']);
  for (const [i, row] of rows.entries()) {
    expect(row.observation).toEqual(few.runs[i].observations[0]);
    expect(row.isReached).toBe(row.observation.correct >= 9);
    expect(row.cuts).toEqual({ top: 6, bottom: 6 });
  }
  expect(rows.filter(({ isReached }) => isReached)).toHaveLength(joint.reached);
  expect(sourceOfRuns(audit(runsOf(1) as never, { ...ASKED, atLeast: undefined } as never))).toBeNull();
});

test('runs are called by what tells them apart: folders where all files have one name', () => {
  const labels = (name: (run: number) => string) => sourceFrom(from(name)).rows.map((row) => row.label);
  expect(labels((run) => `out/night-${run}/scores.csv.gz`)).toEqual([
    'night-1/scores',
    'night-2/scores',
    'night-3/scores',
    'night-4/scores',
  ]);
  expect(labels(() => 'scores.csv')).toEqual(['run 1', 'run 2', 'run 3', 'run 4']);
});

test('rows share their axes: canaries stand at their scores, marks at their counts', () => {
  const source = sourceFrom(few);
  for (const width of [330, 900]) {
    const { layout, strips, marks } = runsDrawing(source, width);
    for (const [i, { field, observation }] of source.rows.entries()) {
      const [from, to] = rowSpan(layout, i);
      expect(marks[i][0]).toBe(layout.tally(observation.correct));
      expect(marks[i][1]).toBe((from + to) / 2);
      const { places, diameter } = strips[i];
      for (let dot = 0; dot < places.length / 2; dot++) {
        expect(
          Math.abs(places[2 * dot] - (layout.scores?.(field?.dots.score[dot] ?? 0) ?? 0)),
        ).toBeLessThanOrEqual(diameter);
        const isIn = field?.dots.bit[dot] === 1;
        expect(places[2 * dot + 1] < (from + to) / 2).toBe(isIn);
        expect(places[2 * dot + 1]).toBeGreaterThan(from);
        expect(places[2 * dot + 1]).toBeLessThan(to);
      }
    }
    expect(marks.every(([x]) => x > layout.tallyEnds[0] && x <= layout.tallyEnds[1])).toBe(true);
  }
});

test('the joint verdict says how many reached it and how many refute, or that nothing was tested', () => {
  const source = sourceFrom(few);
  const joint = { runs: 4, atLeast: 9, reached: 1, needed: 3 };
  expect(jointWords({ ...source, joint })).toBe(
    '1 of 4 runs reached 9 right of 12, fixed in advance; 3 or more refute the claim.',
  );
  expect(jointWords({ ...source, joint: { ...joint, needed: null } })).toMatch(
    /; not even all 4 would have refuted the claim\.$/,
  );
  expect(jointWords({ ...source, joint, claim: null })).toMatch(/fixed in advance\.$/);
  const verdict = { outcome: 'no-verdict', mark: 'NO VERDICT' };
  expect(jointWords({ ...source, joint, verdict })).toMatch(/fixed in advance\.$/);
});

test('a design that was changed after a first verdict is nowhere called fixed', () => {
  const late = { ...sourceFrom(few), isLate: true };
  expect(runsMarkup(late)).not.toContain('fixed in advance');
  expect(runsMarkup(late)).toContain('changed after a first verdict');
});

test('many runs are one pile, each mark at its count; names of files cannot leave their place', () => {
  const source = sourceFrom(many(60));
  const { layout, marks, svg } = runsDrawing(source, 900);
  expect(layout.form).toBe('pile');
  expect(marks).toHaveLength(60);
  expect(new Set(marks.map(String)).size).toBe(60);
  for (const [i, { observation }] of source.rows.entries())
    expect(Math.abs(marks[i][0] - layout.tally(observation.correct))).toBeLessThan(
      layout.tally(1) - layout.tally(0),
    );
  expect(svg.match(/r-reached"/g) ?? []).toHaveLength(source.joint.reached);
  const hostile = sourceFrom(from((run) => `<img src=x onerror=alert(${run})>.csv`));
  expect(runsMarkup(hostile)).not.toContain('<img');
});
