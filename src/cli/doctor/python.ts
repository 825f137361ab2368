import { ask } from './probe.ts';

/** The packages that the Python side of onerun can use. */
export const PYTHON_PACKAGES = ['numpy', 'torch', 'opacus', 'jax', 'transformers', 'onerun'] as const;

/** Says its version, and of each package the version or null. Nothing is imported: that can take seconds. */
const SCRIPT = `
import importlib.metadata, importlib.util, json, platform, sys
found = {}
for name in sys.argv[1:]:
    try:
        found[name] = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        found[name] = "" if importlib.util.find_spec(name) else None
print(json.dumps({"version": platform.python_version(), "path": sys.executable, "packages": found}))
`;

/** A Python, and which of the packages it has; an empty version is one that is not known. */
export interface FoundPython {
  readonly version: string;
  readonly path: string;
  readonly packages: Readonly<Record<string, string | null>>;
}

/** The Python on the path, or a later candidate that has NumPy where the first has not. */
export async function findPython(): Promise<FoundPython | null> {
  const { PYTHON } = process.env;
  const candidates = [...(PYTHON ? [PYTHON] : []), 'python3', 'python', '/usr/bin/python3'];
  let first: FoundPython | null = null;
  for (const candidate of candidates) {
    const found = await askPython(candidate);
    if (found?.packages.numpy != null) return found;
    first ??= found;
  }
  return first;
}

async function askPython(program: string): Promise<FoundPython | null> {
  const said = await ask(program, ['-I', '-c', SCRIPT, ...PYTHON_PACKAGES]);
  try {
    return 'text' in said ? JSON.parse(said.text) : null;
  } catch {
    return null;
  }
}
