import { expect, test } from 'vitest';
import { rootsOfUnity } from '../../src/numerics/angles.ts';
import { fourier, inverseFourier } from '../../src/numerics/index.ts';

test('the transform of a single one is the roots of unity, to the last digit on every engine', () => {
  for (const size of [64, 1024]) {
    const data = new Float64Array(2 * size);
    data[2] = 1;
    const spectrum = fourier(data);
    const roots = rootsOfUnity(size);
    for (let k = 0; k < size / 4; k++) {
      expect(spectrum[2 * k]).toBe(roots[2 * k]);
      expect(spectrum[2 * k + 1]).toBeCloseTo(-roots[2 * k + 1], 300);
      expect(Math.abs(roots[2 * k] - Math.cos((2 * Math.PI * k) / size))).toBeLessThan(1e-15);
    }
    const back = inverseFourier(spectrum);
    expect(Math.max(...back.map((value, i) => Math.abs(value - data[i])))).toBeLessThan(1e-15);
  }
});
