import { describe, expect, test } from 'vitest';
import { viewOf, viewText } from '../../src/bench/take/figure-view.ts';
import { pinsOf, pinsText } from '../../web/src/pin-list.ts';
import { runOfView, runViewText } from '../../web/src/run-view.ts';

describe('addresses of states', () => {
  test('hold names and addresses of any characters, and nothing but views with a figure', () => {
    const pins = [
      { name: 'a|b ~ 100%', address: '#/explore?claim=gaussian%28sigma%3D1%29&seed=x%7Cy' },
      { name: '', address: '#/learn' },
    ];
    expect(pinsOf(pinsText(pins))).toEqual(pins);
    expect(pinsOf('x|javascript:alert(1)|y|gallery|%E0%A4%A|learn|z')).toEqual([]);
    expect(pinsOf(pinsText(Array(99).fill(pins[1])))).toHaveLength(40);
  });

  test('say that a design was changed after a verdict, and which of several runs is opened', () => {
    const field = { m: 100 };
    const source = { field, fixed: { cuts: { top: 5, bottom: 5 } }, isLate: true };
    const state = { source, cuts: { top: 5, bottom: 5 }, isLog: true } as never;
    expect(viewText(state)).toBe('log-late');
    expect(viewOf('5-5-log-late')).toEqual({ cuts: { top: 5, bottom: 5 }, isLog: true, isLate: true });
    for (const text of ['', 'log', '3-4', '3-4-log', 'late', '3-4-late', 'log-late'])
      expect(viewOf(text)).toEqual({
        cuts: text.startsWith('3-4') ? { top: 3, bottom: 4 } : null,
        isLog: text.includes('log'),
        isLate: text.includes('late'),
      });
    for (const text of ['3', '3-', '3-4-', 'log-', '-log', '3-4log', 'late-log'])
      expect(viewOf(text)).toEqual({ cuts: null, isLog: false, isLate: false });
    expect(runOfView(runViewText(3, '5-5-log'))).toEqual({ run: 3, view: '5-5-log' });
    expect(runOfView(runViewText(3, ''))).toEqual({ run: 3, view: '' });
    expect(runOfView('5-5')).toEqual({ run: null, view: '5-5' });
  });
});
