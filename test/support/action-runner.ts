import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './process.ts';

interface Step {
  readonly id?: string;
  readonly name: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export const ACTION: Action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));

/** What a run of the action came to, as GitHub would see it. */
export interface ActionRun {
  /** Of the step that failed first, or 0. */
  readonly code: number;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The steps of other actions, with their inputs. */
  readonly used: readonly { readonly uses: string; readonly with: Readonly<Record<string, string>> }[];
}

/**
 * Runs the composite action as GitHub's runner does: each script by bash as a file, with the documented variables, and
 * inputs and outputs of steps put into `env` and `with`. Actions of others are named and not run.
 */
export function runAction(
  given: Readonly<Record<string, string>>,
  workspace: string,
  surroundings: NodeJS.ProcessEnv = {},
): ActionRun {
  const temporary = mkdtempSync(join(tmpdir(), 'runner-'));
  const file = (name: string) => {
    const path = join(temporary, name);
    writeFileSync(path, '');
    return path;
  };
  const summary = file('summary');
  const contexts: Record<string, string> = {};
  for (const [name, { default: usual = '' }] of Object.entries(ACTION.inputs))
    contexts[`inputs.${name}`] = given[name] ?? usual;
  const used: { uses: string; with: Record<string, string> }[] = [];
  const filled = (texts: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text, contexts)]));
  let [code, log] = [0, ''];
  for (const [i, step] of ACTION.runs.steps.entries()) {
    if (step.uses !== undefined && holds(step.if ?? 'true', contexts))
      used.push({ uses: step.uses, with: filled(step.with) });
    if (step.run === undefined || code !== 0) continue;
    const output = file(`output-${i}`);
    const script = file(`step-${i}.sh`);
    writeFileSync(script, step.run);
    const ended = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: workspace,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: ROOT.replace(/\/$/, ''),
        GITHUB_WORKSPACE: workspace,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        RUNNER_TEMP: temporary,
        ...surroundings,
        ...filled(step.env),
      },
    });
    log += ended.stdout + ended.stderr;
    code = ended.status ?? 1;
    for (const [name, value] of outputsIn(readFileSync(output, 'utf8')))
      contexts[`steps.${step.id}.outputs.${name}`] = value;
  }
  const outputs = Object.fromEntries(
    Object.entries(ACTION.outputs).map(([name, { value }]) => [name, fill(value, contexts)]),
  );
  return { code, log, summary: readFileSync(summary, 'utf8'), outputs, used };
}

/** Puts values into the places of expressions. */
function fill(text: string, contexts: Readonly<Record<string, string>>): string {
  return String(text).replace(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => contexts[name] ?? '');
}

/** Conditions of the kind that the action has: parts that all hold. */
function holds(condition: string, contexts: Readonly<Record<string, string>>): boolean {
  return condition.split('&&').every((part) => {
    const [, name] = /^\s*([\w.-]+) != ''\s*$/.exec(part) ?? [];
    if (name === undefined && !/^\s*(always\(\)|true)\s*$/.test(part))
      throw new Error(`unknown condition: ${part}`);
    return name === undefined || (contexts[name] ?? '') !== '';
  });
}

/** Outputs in both forms that GitHub documents: name=value, and a value of several lines between marks. */
function outputsIn(text: string): [name: string, value: string][] {
  return [...text.matchAll(/^([\w-]+)<<(.+)\n([\s\S]*?)\n\2$|^([\w-]+)=(.*)$/gm)].map((found) =>
    found[1] === undefined ? [found[4], found[5]] : [found[1], found[3]],
  );
}
