import { spawnSync } from 'node:child_process';

const having = (module: string) =>
  ['python3', '/usr/bin/python3'].filter((name) => spawnSync(name, ['-c', `import ${module}`]).status === 0);

/** A Python with PyTorch, or null: what needs one is skipped then. */
export const PYTHON = having('torch')[0] ?? null;

/** Pythons with NumPy, with PyTorch or without; none: what needs one is skipped. */
export const NUMPY_PYTHONS = having('numpy');

if (PYTHON === null) console.warn('no python3 with PyTorch: the recipe is not tested here');
if (NUMPY_PYTHONS.length === 0) console.warn('no python3 with NumPy: canaries.py is not tested here');
