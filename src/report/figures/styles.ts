import { BLUE, GREY, ORANGE } from '../plots/sheet.ts';
import type { SeriesStyle } from './panel.ts';

/** Colours that the colour-blind tell apart (Okabe and Ito), and a dash or a dot for those who print in grey. */
const GREEN = '#009e73';

export const METHOD_STYLES: Readonly<Record<string, SeriesStyle>> = {
  theory: { name: 'theory: the true epsilon', colour: GREY, dash: '7 4' },
  optimal: { name: 'optimal test (ours), Gaussian family', colour: GREEN, dot: 'ring' },
  paper: { name: 'Algorithm 3 (the paper’s), Gaussian family', colour: BLUE, dot: 'disc' },
  steinke: {
    name: 'Steinke et al., any (epsilon, delta) mechanism',
    colour: ORANGE,
    dash: '3 3',
    dot: 'disc',
  },
};

/** The methods, where there is little room. */
export const METHOD_NAMES: Readonly<Record<string, string>> = {
  paper: 'Algorithm 3 (the paper’s)',
  optimal: 'optimal test (ours)',
  steinke: 'Steinke et al.',
};

/** Dark to light. */
const SCALE = ['#440154', '#443983', '#31688e', '#21918c', '#35b779', '#90d743'];

/** The i-th of n colours of a scale that also reads in grey. */
export function shadeOf(i: number, n: number): string {
  return SCALE[n <= 1 ? 0 : Math.round((i * (SCALE.length - 1)) / (n - 1))];
}

/** 100, 1k, 10k, 1M */
export function formatCompact(x: number): string {
  if (x >= 1e6) return `${Number((x / 1e6).toPrecision(3))}M`;
  if (x >= 1e3) return `${Number((x / 1e3).toPrecision(3))}k`;
  return String(Number(x.toPrecision(3)));
}
