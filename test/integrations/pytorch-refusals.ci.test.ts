import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PYTHON } from '../support/python.ts';
import { drawnCanaries, SMALL, trainSeveral } from '../support/recipe.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe.skipIf(PYTHON === null)('before the first step', () => {
  test('what would end a training, or make its manifest untrue, is refused before it', {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder();
    const canaries = await drawnCanaries(folder);
    const train = (...more: string[]) => [
      ...SMALL,
      ...['--steps', '2', '--canaries', canaries, '--out', join(folder, 'run'), ...more],
    ];
    const refused: [string[], string][] = [
      [train('--guesses', '301'), 'invalid guesses; must be from 1 to the canaries (300): 301'],
      [train('--guesses', '0'), 'invalid guesses; must be from 1 to the canaries (300): 0'],
      [train('--depth', '11'), 'invalid depth; must be 10, 16, 22 and so on: 11'],
      [train('--views', '0'), 'invalid views; must be at least 1: 0'],
      [train('--chunk', '-3'), 'invalid chunk; must be at least 0: -3'],
      [train('--padding', '32'), 'invalid padding; must be from 0 to 31: 32'],
      [train('--checkpoint-every', '0'), 'invalid checkpoint-every; must be at least 1: 0'],
      [train('--batch', '61'), 'invalid batch; must be at most the images (60): 61'],
      [train('--data', 'random:0'), 'invalid data; random:N must have a positive whole number: random:0'],
      [train('--data', 'random:x'), 'invalid data; random:N must have a positive whole number: random:x'],
      [
        train('--data', join(folder, 'none')),
        `cannot read ${join(folder, 'none', 'train-1.bin')}, which fetch`,
      ],
      [
        ['--data', 'random:60', '--canaries', canaries, '--epsilon', '8', '--out', join(folder, 'run')],
        'invalid data; --epsilon knows the noise for 50000 images alone: 60',
      ],
    ];
    const ended = trainSeveral(...refused.map(([args]) => args));
    for (const [i, [, message]] of refused.entries()) {
      expect(ended[i]).toMatchObject({ code: 1, out: '' });
      expect(ended[i].err).toContain(message);
    }
    expect(readdirSync(folder)).not.toContain('run');
  });
});
