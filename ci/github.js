import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';

/** How GitHub is told things: lines on standard output, and files that it names in the environment. */

/** Text of a workflow command, in which line ends would end it. */
const data = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** The same of a property, which a colon or a comma would end too. */
const property = (text) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** A notice, warning or error beside the run. */
export function annotation(level, title, message) {
  return `::${level} title=${property(title)}::${data(message)}\n`;
}

/** Runs `print`, and has GitHub take nothing that it prints for a command. */
export function withoutCommands(print) {
  const token = randomBytes(16).toString('hex');
  process.stdout.write(`::stop-commands::${token}\n`);
  try {
    return print();
  } finally {
    process.stdout.write(`\n::${token}::\n`);
  }
}

/** Sets outputs of the step. The mark around a value is drawn, so that no value can end early and begin another. */
export function setOutputs(outputs) {
  const mark = `end-${randomBytes(16).toString('hex')}`;
  for (const [name, value] of Object.entries(outputs))
    appendFileSync(process.env.GITHUB_OUTPUT, `${name}<<${mark}\n${value}\n${mark}\n`);
}

/** Adds Markdown to the summary of the job. */
export function addSummary(markdown) {
  appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${markdown}\n`);
}
