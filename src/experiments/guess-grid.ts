/** 10^(i / 10): written out, since engines differ in the last digit of a power. */
const TENTHS = [
  1, 1.2589254117941673, 1.5848931924611136, 1.9952623149688795, 2.51188643150958, 3.1622776601683795,
  3.9810717055349722, 5.011872336272722, 6.309573444801933, 7.943282347242816,
];

/** Numbers of guesses on a logarithmic grid: 10^(j / 10), rounded, made even downwards, from 10 to `most`. */
export function guessGrid(most: number): number[] {
  const grid: number[] = [];
  for (let power = 10; power <= most; power *= 10)
    for (const tenth of TENTHS) {
      const n = 2 * Math.floor(Math.round(power * tenth) / 2);
      if (n <= most) grid.push(n);
    }
  // Fewer than 10: the largest even number, or 1.
  return grid.length > 0 ? grid : [Math.max(1, 2 * Math.floor(most / 2))];
}
