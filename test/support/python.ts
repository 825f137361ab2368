import { spawnSync } from 'node:child_process';

/** A Python with PyTorch, or null: what needs one is skipped then. */
export const PYTHON =
  ['python3', '/usr/bin/python3'].find((name) => spawnSync(name, ['-c', 'import torch']).status === 0) ??
  null;

if (PYTHON === null) console.warn('no python3 with PyTorch: the recipe is not tested here');
