/**
 * Runs `onerun audit` for continuous integration: action.yml and ci/gitlab.yml start it. What was asked for stands in
 * the environment and never becomes part of a script.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addSummary, annotation, setOutputs, withoutCommands } from './github.js';
import { failedJunit, failOnList, OUTCOMES, outcomeOf, stepCode } from './outcome.js';

const FILES = { json: 'audit.json', markdown: 'summary.md', junit: 'junit.xml', report: 'report.html' };

const { env } = process;
const isGitHub = Boolean(env.GITHUB_OUTPUT);
const folder = env.ONERUN_FOLDER || 'onerun-audit';
const at = (file) => join(folder, file);
const lines = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The words of the command line. Paths and words come one per line, so that no quoting is needed. */
function commandWords() {
  const scores = lines(env.ONERUN_SCORES);
  const stated = [
    ['--claim', env.ONERUN_CLAIM],
    ['--require-power', env.ONERUN_REQUIRE_POWER],
  ].flatMap(([option, value]) => (value?.trim() ? [`${option}=${value.trim()}`] : []));
  const files = Object.entries(FILES).map(([option, file]) => `--${option}=${at(file)}`);
  return ['audit', ...stated, ...lines(env.ONERUN_ARGUMENTS), ...files, '--', ...scores];
}

/** What keeps the audit from being started, or null. */
function obstacle(program) {
  if (lines(env.ONERUN_SCORES).length === 0) return 'no scores are named';
  if (!existsSync(program)) return 'onerun is not installed; what the step before it says is the reason';
  const old = Object.values(FILES).find((file) => existsSync(at(file)));
  if (old !== undefined) return `${at(old)} is there already, and is not replaced: name another folder`;
  return null;
}

/**
 * Starts the program; what it says on standard error is shown after it, in the same stream, and kept for the message.
 */
function audited() {
  const program = env.ONERUN_PROGRAM || fileURLToPath(new URL('../dist/cli.js', import.meta.url));
  const problem = obstacle(program);
  if (problem !== null) return outcomeOf(3, null, problem);
  mkdirSync(folder, { recursive: true });
  const start = () => {
    const ended = spawnSync(process.execPath, [program, ...commandWords()], {
      stdio: ['ignore', 'inherit', 'pipe'],
      encoding: 'utf8',
    });
    process.stdout.write(ended.stderr);
    return ended;
  };
  const { status, stderr } = isGitHub ? withoutCommands(start) : start();
  return outcomeOf(status, readResult(), lines(stderr).at(-1) ?? '');
}

function readResult() {
  try {
    return JSON.parse(readFileSync(at(FILES.json), 'utf8'));
  } catch {
    return null;
  }
}

/** Whether the test results of this audit are missing: none are there, or those of an earlier one. */
function hasNoOwnJunit() {
  if (!existsSync(at(FILES.junit))) return true;
  const text = readFileSync(at(FILES.junit), 'utf8');
  return text.includes('name="onerun audit"') && !text.includes('<error type="failed"');
}

/** What the audit wrote, or why it wrote nothing, indented: Markdown shows that as it is. */
function summary() {
  if (existsSync(at(FILES.markdown))) return readFileSync(at(FILES.markdown), 'utf8');
  return `## onerun audit: ${title}\n\n    ${message.replace(/\s+/g, ' ')}`;
}

function settled() {
  try {
    const failOn = failOnList(env.ONERUN_FAIL_ON, env.ONERUN_FAIL_ON_WEAK);
    return { failOn, ...audited() };
  } catch (error) {
    return { failOn: ['failed'], ...outcomeOf(3, null, error.message) };
  }
}

const { failOn, outcome, lacksPower, epsilon, delta, message } = settled();
const { level, title } = OUTCOMES[outcome];
mkdirSync(folder, { recursive: true });
if (outcome === 'failed' && hasNoOwnJunit()) writeFileSync(at(FILES.junit), failedJunit(message));
if (isGitHub) {
  process.stdout.write(annotation(level, title, message));
  setOutputs({ outcome, epsilon, delta, folder, report: at(FILES.report), junit: at(FILES.junit) });
  if (env.GITHUB_STEP_SUMMARY) addSummary(summary());
} else {
  process.stdout.write(`\n${title}: ${message}\n`);
  const variables = { OUTCOME: outcome, EPSILON: epsilon, DELTA: delta };
  writeFileSync(
    at('outcome.env'),
    Object.entries(variables)
      .map(([name, value]) => `ONERUN_${name}=${value}\n`)
      .join(''),
  );
}
process.exitCode = stepCode({ outcome, lacksPower }, failOn);
