import * as z from 'zod';
import { ask, FAILS, MISSING } from './probe.ts';

/** The packages that the Python side of onerun can use. */
export const PYTHON_PACKAGES = ['numpy', 'torch', 'opacus', 'jax', 'transformers', 'onerun'] as const;

/**
 * Says its version, and of each package the version or null. Nothing is imported: that can take seconds.
 * Packages are looked for where a script finds them, but not in the folder that one stands in, which may be
 * anybody's.
 */
const SCRIPT = `
import sys
sys.path[:] = [place for place in sys.path if place]
import importlib.metadata, importlib.util, json, platform
found = {}
for name in sys.argv[1:]:
    try:
        found[name] = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        found[name] = "" if importlib.util.find_spec(name) else None
print(json.dumps({"version": platform.python_version(), "path": sys.executable, "packages": found}))
`;

const FOUND = z.object({
  version: z.string(),
  path: z.string(),
  packages: z.record(z.string(), z.string().nullable()),
});

/** A Python, and which of the packages it has; an empty version is one that is not known. */
export type FoundPython = Readonly<z.infer<typeof FOUND>>;

/** The Python on the path, or a later one that has NumPy where the first has not; or why there is none. */
export async function findPython(): Promise<FoundPython | { readonly missing: string }> {
  const { PYTHON } = process.env;
  const candidates = [...(PYTHON ? [PYTHON] : []), 'python3', 'python', '/usr/bin/python3'];
  let [first, why] = [null as FoundPython | null, MISSING];
  for (const candidate of candidates) {
    const found = await askPython(candidate);
    if ('missing' in found) {
      if (why === MISSING) why = found.missing;
      continue;
    }
    if (found.packages.numpy != null) return found;
    first ??= found;
  }
  return first ?? { missing: why };
}

async function askPython(program: string): Promise<FoundPython | { readonly missing: string }> {
  const said = await ask(program, ['-c', SCRIPT, ...PYTHON_PACKAGES]);
  if ('missing' in said) return said;
  try {
    // What else is printed as Python starts stands before the answer.
    const answer = FOUND.safeParse(JSON.parse(said.text.trim().split('\n').at(-1) ?? ''));
    return answer.success ? answer.data : { missing: FAILS };
  } catch {
    return { missing: FAILS };
  }
}
