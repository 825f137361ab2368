import type { CommandOutline, OptionOutline, ValueKind } from './outline.ts';

/** The completion for zsh, as a file for a folder of its fpath, or to be sourced. */
export function zshCompletion(program: CommandOutline): string {
  return `#compdef onerun
# Completion of onerun for zsh, made by: onerun completion zsh
# Load it now with: source <(onerun completion zsh)
${functionOf(program)}
if [ "$funcstack[1]" = _onerun ]; then _onerun "$@"; else compdef _onerun onerun; fi
`;
}

const nameOf = ({ path }: CommandOutline) => ['_onerun', ...path].join('_').replaceAll('-', '_');

/** A function for a command, and those of its commands before it. */
function functionOf(command: CommandOutline): string {
  const specs = [...command.options.map(optionSpec), "'(-h --help)'{-h,--help}'[show help]'"];
  const body =
    command.commands.length === 0
      ? `  _arguments -s ${[...specs, ...argumentSpecs(command)].join(' \\\n    ')}`
      : `  local curcontext="$curcontext" state line
  local -a commands=(
${command.commands.map((one) => `    ${quote(`${one.path.at(-1)}:${plain(one.description)}`)}`).join('\n')}
  )
  _arguments -C ${[...specs, "'1:command:->command'", "'*::word:->word'"].join(' \\\n    ')}
  case $state in
    command) _describe command commands ;;
    word)
      case $line[1] in
${command.commands.map((one) => `        ${one.path.at(-1)}) ${nameOf(one)} ;;`).join('\n')}
      esac ;;
  esac`;
  return [...command.commands.map(functionOf), `${nameOf(command)}() {\n${body}\n}`].join('\n');
}

function optionSpec({ short, long, value, description }: OptionOutline): string {
  const said = `[${plain(description).replace(/[[\]]/g, '\\$&')}]`;
  const kind =
    value === null ? '' : `${value.optional ? '::' : ':'}${plain(value.name)}:${actionOf(value.kind)}`;
  const sign = value === null ? '' : '=';
  if (short === null) return quote(`*${long}${sign}${value?.optional ? '-' : ''}${said}${kind}`);
  return `'*'{${short}${value === null ? '' : '+'},${long}${sign}}${quote(`${said}${kind}`)}`;
}

function argumentSpecs({ arguments: all, usage }: CommandOutline): string[] {
  return all.map(({ name, kind }) =>
    quote(`${usage.includes(`${name}...`) ? '*' : ''}:${plain(name)}:${actionOf(kind)}`),
  );
}

function actionOf(kind: ValueKind): string {
  if (kind === 'file') return '_files';
  if (kind === 'folder') return '_files -/';
  return kind === 'other' ? ' ' : `(${kind.words.join(' ')})`;
}

const plain = (text: string) => text.replaceAll(':', ' -').replaceAll('\\', '');
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
