import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend, setState } from '@vitest/expect';
import { fn, restoreAllMocks, spyOn } from '@vitest/spy';

/**
 * What test files import from vitest, for one warm process: tests are collected, and run one by one by whoever asks.
 * Snapshots in files and made-up clocks are missing; the few tests that use them fail without a mutant and are left out.
 */
for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
export const expect = chai.expect;
expect.unreachable = (message) => {
  throw new Error(message ?? 'not to be reached');
};
setState({ assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null }, expect);

let suite;

/** Collects the tests that `load` declares: each with its name, the function, and the hooks around it. */
export async function collect(load) {
  suite = newSuite('', undefined);
  const top = suite;
  await load();
  for (const { name, body, parent } of top.later.splice(0)) await describeNow(name, body, parent);
  return top.tests;
}

const newSuite = (name, parent) => ({
  name,
  parent,
  hooks: { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] },
  prepared: false,
  tests: parent?.tests ?? [],
  later: parent?.later ?? [],
});

async function describeNow(name, body, parent) {
  const outer = suite;
  suite = newSuite(`${parent.name}${name} > `, parent);
  await body();
  const inner = suite;
  for (const nested of inner.later.splice(0)) await describeNow(nested.name, nested.body, nested.parent);
  suite = outer;
}

const rowsOf = (table) => table.map((row) => (Array.isArray(row) ? row : [row]));
const bodyOf = (args) => args.find((arg) => typeof arg === 'function');

export function describe(name, ...args) {
  const body = bodyOf(args);
  suite.later.push({ name: String(name), body, parent: suite });
}
describe.each = (table) => (name, body) => {
  for (const [i, row] of rowsOf(table).entries()) describe(`${name} #${i}`, () => body(...row));
};

export function test(name, ...args) {
  suite.tests.push({ name: `${suite.name}${String(name)}`, body: bodyOf(args), suite });
}
test.each = (table) => (name, body) => {
  for (const [i, row] of rowsOf(table).entries()) test(`${name} #${i}`, () => body(...row));
};
test.skipIf = (condition) => (condition ? () => {} : test);
test.runIf = (condition) => (condition ? test : () => {});
test.skip = () => {};
export const it = test;

export const beforeAll = (hook) => suite.hooks.beforeAll.push(hook);
export const afterAll = (hook) => suite.hooks.afterAll.push(hook);
export const beforeEach = (hook) => suite.hooks.beforeEach.push(hook);
export const afterEach = (hook) => suite.hooks.afterEach.push(hook);
export const vi = { fn, restoreAllMocks, spyOn, useRealTimers: () => {} };

/** Runs one test with the hooks around it; throws where it fails. */
export async function runTest({ name, body, suite: own }) {
  const suites = [];
  for (let s = own; s !== undefined; s = s.parent) suites.unshift(s);
  for (const s of suites) {
    if (!s.prepared) for (const hook of s.hooks.beforeAll) await hook();
    s.prepared = true;
  }
  try {
    for (const s of suites) for (const hook of s.hooks.beforeEach) await hook();
    await body({ task: { name }, expect });
  } finally {
    for (const s of suites.toReversed()) for (const hook of s.hooks.afterEach) await hook();
  }
}
