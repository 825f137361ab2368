import { quoted } from '../../quote.ts';
import { tableText } from '../../report/index.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { VERSION } from '../shell/version.ts';
import { findTools, type Tool } from './tools.ts';

/** What may be typed for `onerun doctor`. */
export interface DoctorCommand {
  readonly json?: true;
}

/** Says what is on this machine, and what each thing is for. Nothing that is missing is an error. */
export async function runDoctor({ json }: DoctorCommand): Promise<CommandOutcome> {
  const tools = (await findTools()).map(({ detail, ...tool }) => ({ ...tool, detail: quoted(detail) }));
  if (json === undefined) return { code: EXIT.consistent, text: doctorText(tools) };
  return { code: EXIT.consistent, json: { schema: 'onerun-doctor/1', version: VERSION, tools } };
}

function doctorText(tools: readonly Tool[]): string {
  const table = tableText({
    columns: [
      { title: 'what' },
      { title: 'here' },
      { title: 'version' },
      { title: 'for' },
      { title: 'note' },
    ],
    rows: tools.map(({ name, found, version, enables, detail }) => [
      name,
      found ? 'yes' : 'no',
      version ?? '',
      enables,
      detail,
    ]),
  });
  return `onerun ${VERSION}. Only Node is needed. Each line says what a thing is used for; without it only that cannot be done.\n\n${table}\n`;
}
