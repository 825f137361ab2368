import { formatCount, formatNumber, formatPercent } from '../../../../src/report/index.ts';
import { Scrub } from './scrub.tsx';
import type { StoryTold } from './steps/step.ts';
import { MOST_IN_STORY, mostGuesses, settingsOfCanaries, settingsOfGuesses } from './story.ts';

/** From one value to another in equal steps, free of the rounding of sums. */
function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) =>
    Number((from + i * step).toPrecision(6)),
  );
}

const NOISES = [...range(0.3, 2, 0.05), ...range(2.1, 4, 0.1)];
const COUNTS = [1, 10, 100, 1000, 10_000].flatMap((power) =>
  [20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 120, 140, 160, 180].map((n) => (n * power) / 10),
);
const EVEN = COUNTS.filter((n) => n % 2 === 0);
const CANARIES = [...EVEN.filter((n) => n >= 20 && n < MOST_IN_STORY), MOST_IN_STORY];
const GAMES = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1500, 2000, 2500, 3000, 4000, 5000];
const LEVELS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.15, 0.2];

/** Noise with a decimal, so that it reads as a measure: 1.0. */
export function formatNoise(noise: number): string {
  return Number.isInteger(noise) ? noise.toFixed(1) : formatNumber(noise, 3);
}

type Told = Pick<StoryTold, 'numbers' | 'change'>;

export function Noise({ numbers, change }: Told) {
  return (
    <Scrub
      label="Noise that is claimed"
      value={numbers.noise}
      stops={NOISES}
      format={formatNoise}
      onInput={(noise) => change({ noise: String(noise) })}
    />
  );
}

export function RealNoise({ numbers, change }: Told) {
  return (
    <Scrub
      label="Noise that is really there"
      value={numbers.real}
      stops={NOISES}
      format={formatNoise}
      onInput={(real) => change({ real: String(real) })}
    />
  );
}

export function FaintNoise({ numbers, change }: Told) {
  return (
    <Scrub
      label="Noise of a mechanism to be caught"
      value={numbers.faint}
      stops={NOISES}
      format={formatNoise}
      onInput={(faint) => change({ faint: String(faint) })}
    />
  );
}

export function Canaries({ numbers, change }: Told) {
  return (
    <Scrub
      label="Canaries"
      value={numbers.m}
      stops={CANARIES}
      format={formatCount}
      onInput={(m) => change(settingsOfCanaries(Math.round(m), numbers))}
    />
  );
}

export function Guesses({ numbers, change }: Told) {
  const { m, cuts } = numbers;
  const most = mostGuesses(m);
  return (
    <Scrub
      label="Guesses"
      value={cuts.top + cuts.bottom}
      stops={[...EVEN.filter((n) => n < most), most]}
      format={formatCount}
      onInput={(guesses) => change(settingsOfGuesses(Math.round(guesses)))}
    />
  );
}

export function Games({ numbers, change }: Told) {
  return (
    <Scrub
      label="Games"
      value={numbers.games}
      stops={GAMES}
      format={formatCount}
      onInput={(games) => change({ games: String(Math.round(games)) })}
    />
  );
}

/** The share of honest runs in which an alarm is allowed. */
export function Level({ numbers, change }: Told) {
  return (
    <Scrub
      label="False alarms allowed"
      value={numbers.tau}
      stops={LEVELS}
      format={formatPercent}
      read={(text) => Number(text.replace('%', '')) / 100}
      onInput={(tau) => change({ tau: String(Number(tau.toPrecision(4))) })}
    />
  );
}

export function Tries({ numbers, change }: Told) {
  return (
    <Scrub
      label="Places tried for the cuts"
      value={numbers.tries}
      stops={range(1, 100, 1)}
      format={formatCount}
      onInput={(tries) => change({ tries: String(Math.round(tries)) })}
    />
  );
}

export function Runs({ numbers, change }: Told) {
  return (
    <Scrub
      label="Runs audited together"
      value={numbers.runs}
      stops={range(1, 20, 1)}
      format={formatCount}
      onInput={(runs) => change({ runs: String(Math.round(runs)) })}
    />
  );
}
