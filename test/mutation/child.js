import { register } from 'node:module';
import { restoreAllMocks } from '@vitest/spy';
import { collect, runTest } from './stand-in.js';

/**
 * A warm process that runs tests as it is asked, through messages:
 *   { start: { mutants, firstBlocks, blocks } }   what the loader needs
 *   { cover: FILE, tag }                 every test of a file, with the blocks it enters and its processor seconds
 *   { mutant: ID, tests: [{ file, index }] }   those tests in order, until one fails
 */
process.on('unhandledRejection', (error) => process.send({ stray: String(error) }));
process.on('uncaughtException', (error) => process.send({ stray: String(error?.message ?? error) }));
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;
process.exit = (code) => {
  throw new Error(`process.exit(${code})`);
};

const load = (file, tag) => collect(() => import(new URL(`../../${file}?v=${tag}`, import.meta.url).href));
const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function cover({ cover: file, tag }) {
  const loading = seconds();
  const tests = await load(file, tag);
  const loaded = seconds() - loading;
  const results = [];
  entered();
  for (const [index, test] of tests.entries()) {
    const begin = seconds();
    let fault = null;
    await runTest(test).catch((error) => {
      fault = String(error?.message ?? error).slice(0, 200);
    });
    results.push({ file, index, name: test.name, seconds: seconds() - begin, fault, blocks: entered() });
  }
  return { results, seconds: loaded };
}

function entered() {
  const list = [];
  globalThis.enteredBlocks.forEach((value, i) => {
    if (value === 1) list.push(i);
  });
  globalThis.enteredBlocks.fill(0);
  return list;
}

async function judge({ mutant, tests }) {
  const loaded = new Map();
  for (const [position, { file, index, name, inOrder }] of tests.entries()) {
    process.send({ at: position });
    try {
      if (!loaded.has(file)) loaded.set(file, await load(file, `mutant-${mutant}`));
      const own = loaded.get(file);
      const test = own[index]?.name === name ? own[index] : own.find((other) => other.name === name);
      // A test that is not made for the mutant fails for nobody.
      if (test !== undefined) await runTest(test);
    } catch (error) {
      restoreAllMocks();
      const killed = `${file}: ${name}`;
      const why = String(error?.message ?? error).slice(0, 160);
      const passed = await passes(file, index, name, inOrder).catch(() => false);
      return passed ? { killed, why } : { unsure: position, why };
    }
  }
  return { survived: tests.length };
}

const unchanged = new Map();

/**
 * Whether a test passes without a mutant, here and now: what an earlier mutant left behind kills nobody. Alone, or
 * where it needs what earlier tests of its file leave, after those.
 */
async function passes(file, index, name, inOrder) {
  if (!unchanged.has(file) || inOrder)
    unchanged.set(file, await load(file, inOrder ? `again-${++again}` : 'base'));
  const tests = unchanged.get(file);
  if (tests[index]?.name !== name) return false;
  let passed = false;
  for (const test of inOrder ? tests.slice(0, index + 1) : [tests[index]])
    passed = await runTest(test).then(
      () => true,
      () => false,
    );
  return passed;
}
let again = 0;

process.on('message', async (message) => {
  if (message.start) {
    register('./loader.js', import.meta.url, { data: message.start });
    globalThis.enteredBlocks = new Uint8Array(message.start.blocks);
    process.send({ ready: true });
    return;
  }
  const answer = await (message.cover ? cover(message) : judge(message)).catch((error) => ({
    failed: String(error?.message ?? error).slice(0, 400),
  }));
  process.exitCode = 0;
  process.send({ answer, rss: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.kill(process.pid));
