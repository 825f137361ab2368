import { allCommands, type CommandOutline, type OptionOutline, type ValueKind } from './outline.ts';

/** The completion for fish, for a file in its folder of completions, or to be sourced. */
export function fishCompletion(program: CommandOutline): string {
  return `# Completion of onerun for fish, made by: onerun completion fish
# Load it now with: onerun completion fish | source
complete -c onerun -f
${allCommands(program).flatMap(linesOf).join('\n')}
`;
}

function linesOf(command: CommandOutline): string[] {
  const here = `complete -c onerun -n ${quote(conditionOf(command))}`;
  const commands = command.commands.map(
    (one) => `${here} -a ${one.path.at(-1)} -d ${quote(one.description)}`,
  );
  const words = command.arguments.slice(0, 1).map(({ kind }) => `${here} ${offer(kind)}`);
  return [...commands, ...words, ...command.options.map((option) => `${here} ${optionWords(option)}`)];
}

/** Whether the words typed so far lead to a command, and to none of its commands. */
function conditionOf({ path, commands }: CommandOutline): string {
  if (path.length === 0) return '__fish_use_subcommand';
  const inner = commands.map((one) => one.path.at(-1)).join(' ');
  return [
    ...path.map((word) => `__fish_seen_subcommand_from ${word}`),
    ...(inner === '' ? [] : [`not __fish_seen_subcommand_from ${inner}`]),
  ].join('; and ');
}

function optionWords({ short, long, value, description }: OptionOutline): string {
  const names = `${short === null ? '' : `-s ${short.slice(1)} `}-l ${long.slice(2)}`;
  const needs = value === null || value.optional ? '' : ' -r';
  const offered = value === null ? '' : ` ${offer(value.kind)}`;
  return `${names}${needs}${offered} -d ${quote(description)}`;
}

function offer(kind: ValueKind): string {
  if (kind === 'file') return '-F';
  if (kind === 'folder') return "-f -a '(__fish_complete_directories)'";
  return kind === 'other' ? '-f' : `-f -a ${quote(kind.words.join(' '))}`;
}

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
