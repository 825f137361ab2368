import { spawnSync } from 'node:child_process';

/** Several threads only wait for each other where other tests run beside. */
process.env.OMP_NUM_THREADS = '1';

/** Pythons that have a module, which is not loaded to find that out. */
const having = (module: string) =>
  ['python3', '/usr/bin/python3'].filter((name) => {
    const script = `import importlib.util, sys; sys.exit(importlib.util.find_spec('${module}') is None)`;
    return spawnSync(name, ['-c', script]).status === 0;
  });

/** A Python with PyTorch, or null: what needs one is skipped then. */
export const PYTHON = having('torch')[0] ?? null;

/** Pythons with NumPy, with PyTorch or without; none: what needs one is skipped. */
export const NUMPY_PYTHONS = having('numpy');

if (PYTHON === null) console.warn('no python3 with PyTorch: the recipe is not tested here');
if (NUMPY_PYTHONS.length === 0) console.warn('no python3 with NumPy: Canaries are not tested here');
