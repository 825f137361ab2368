export { type WorstCase, worstCase } from './worst-case.ts';
