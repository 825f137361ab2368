import { BLUE, GREEN, GREY, ORANGE } from '../plots/sheet/palette.ts';
import type { SeriesStyle } from './panel.ts';

/**
 * Colours that the colour-blind tell apart (Okabe and Ito), and dashes and dots that differ in print without
 * colour.
 */
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

/** Short names of the methods. */
export const METHOD_NAMES: Readonly<Record<string, string>> = {
  paper: 'Algorithm 3 (the paper’s)',
  optimal: 'optimal test (ours)',
  steinke: 'Steinke et al.',
};

/** Colours from dark to light, which differ in print without colour too (viridis). */
const SCALE = ['#440154', '#443983', '#31688e', '#21918c', '#35b779', '#90d743'];

/** The i-th of n colours, from dark to light. */
export function shadeOf(i: number, n: number): string {
  return SCALE[n <= 1 ? 0 : Math.round((i * (SCALE.length - 1)) / (n - 1))];
}
