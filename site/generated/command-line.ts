import type { Command, Help } from 'commander';

/** The page about the command line, made from the program itself: what `--help` of each command says. */
export function commandLinePage(program: Command): string {
  const help = program.createHelp();
  const commands = shown(help, program);
  const list = commands.map(
    (command) => `- [\`${command.name()}\`](#${anchor(command)}): ${prose(command.description())}`,
  );
  return [
    '# The command line',
    'Every command, with its options, as the program itself states them: this page is made from it. `onerun COMMAND --help` prints the same, and explains the words that it uses; they are all on the page [Words](../concepts/words.md). Results go to standard output, progress to standard error.',
    '| exit code | meaning |\n|---|---|\n| 0 | done; nothing was refuted |\n| 1 | the claim is refuted, and nothing else |\n| 2 | bad input, or no verdict; the reason is on standard error, in one sentence |\n| 3 | an error inside onerun, or a package that is missing |\n| 130 | interrupted |',
    list.join('\n'),
    ...commands.flatMap((command) => section(help, command, 2)),
  ]
    .join('\n\n')
    .concat('\n');
}

const shown = (help: Help, command: Command) =>
  help.visibleCommands(command).filter((each) => each.name() !== 'help');

/** A command, and below it those within it. */
function section(help: Help, command: Command, level: number): string[] {
  const rows = help
    .visibleOptions(command)
    .filter((option) => option.long !== '--help')
    .map((option) => [
      option.flags,
      help.optionDescription(option) + (option.mandatory ? ' (required)' : ''),
    ]);
  const given = help
    .visibleArguments(command)
    .map((argument) => [argument.name(), help.argumentDescription(argument)]);
  const [examples, said] = afterHelp(command);
  return [
    `${'#'.repeat(level)} ${title(command)}`,
    `${sentence(prose(command.description()))}`,
    `    ${help.commandUsage(command)}`,
    ...table('argument', given),
    ...table('option', rows),
    ...(examples.length === 0 ? [] : [`\`\`\`sh\n${examples.join('\n')}\n\`\`\``]),
    ...said,
    ...shown(help, command).flatMap((each) => section(help, each, level + 1)),
  ];
}

const title = (command: Command): string =>
  command.parent?.parent ? `${title(command.parent)} ${command.name()}` : `onerun ${command.name()}`;
const anchor = (command: Command): string => title(command).replaceAll(' ', '-');
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Text as Markdown that shows it as it is. */
const prose = (text: string) => text.replace(/[<>|*_[\]`]/g, (character) => `\\${character}`);

function table(what: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(([name, meaning]) => `| \`${name.replaceAll('|', '\\|')}\` | ${prose(meaning)} |`);
  return [[`| ${what} | meaning |`, '|---|---|', ...lines].join('\n')];
}

/** What the help of a command says after its options: examples without their prompts, and paragraphs. */
function afterHelp(command: Command): [examples: string[], paragraphs: string[]] {
  let text = '';
  // Commander has the event, its types have not.
  const told = command as unknown as { emit(event: string, context: object): void };
  told.emit('afterHelp', { error: false, command, write: (piece: string) => (text += piece) });
  const lines = text.split('\n');
  const examples = lines.filter((line) => line.startsWith('  $ ')).map((line) => line.slice(4));
  const rest = lines.filter((line) => !line.startsWith('  $ ') && line !== 'Examples:').join('\n');
  return [
    examples,
    rest
      .split(/\n\s*\n/)
      .filter((each) => each.trim() !== '')
      .map((each) => paragraph(each.trim())),
  ];
}

/** A paragraph as Markdown; lines below one that ends in a colon are a list and stay lines. */
function paragraph(text: string): string {
  const [, intro, lines] = /^([^:]*:)\n( {2}[\s\S]*)$/.exec(text) ?? [];
  if (intro === undefined) return prose(text.replace(/\s+/g, ' '));
  return `${prose(intro.replace(/\s+/g, ' '))}\n\n\`\`\`text\n${lines.replace(/^ {2}/gm, '')}\n\`\`\``;
}
