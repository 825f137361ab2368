export const SCHEDULES = ['constant', 'linear', 'cosine'] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** The share of the learning rate that a step gets. */
export function scheduled(schedule: Schedule, step: number, steps: number): number {
  const done = step / steps;
  if (schedule === 'linear') return 1 - done;
  return schedule === 'cosine' ? (1 + Math.cos(Math.PI * done)) / 2 : 1;
}
