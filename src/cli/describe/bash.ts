import { allCommands, type CommandOutline, type ValueKind } from './outline.ts';

/** The completion for bash. It works from version 3.2 on, without the package bash-completion. */
export function bashCompletion(program: CommandOutline): string {
  const all = allCommands(program);
  const leading = all.filter(({ path }) => path.length > 0);
  return `# Completion of onerun for bash, made by: onerun completion bash
# Load it now with: eval "$(onerun completion bash)"
# Takes what compgen says line by line: a name with brackets or stars is no pattern.
_onerun_offer() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$@" -- "$cur")
}
_onerun() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} path= i
  local IFS=$'\\n'
  # A value behind an equals sign is a word of its own here, and the sign too.
  if [ "$cur" = = ]; then cur=; elif [ "$prev" = = ]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path/\${COMP_WORDS[i]}" in
${leading.map(({ path }) => `      '${['', ...path].join('/')}') path='${['', ...path].join('/')}' ;;`).join('\n')}
    esac
  done
  COMPREPLY=()
  case "$path $prev" in
${all.flatMap(valueCases).join('\n')}
  esac
  case "$path:$cur" in
${all.map(optionCase).join('\n')}
${all.map(wordCase).join('\n')}
  esac
}
complete -o filenames -F _onerun onerun
`;
}

const at = ({ path }: CommandOutline) => ['', ...path].join('/').replace(/^\/$/, '');

/** What is offered for the value of an option. An optional one need not be given, so that others are too. */
function valueCases(command: CommandOutline): string[] {
  return command.options.flatMap(({ short, long, value }) => {
    if (value === null || value.optional) return [];
    const names = [...(short === null ? [] : [short]), long].map((name) => `'${at(command)} ${name}'`);
    return [`    ${names.join(' | ')}) ${offer(value.kind)}return ;;`];
  });
}

function optionCase(command: CommandOutline): string {
  const words = command.options.map(({ long }) => long);
  return `    '${at(command)}:'-*) ${offer({ words })};;`;
}

function wordCase(command: CommandOutline): string {
  const [first] = command.arguments;
  const words = command.commands.map(({ path }) => path.at(-1) ?? '');
  const kind = words.length > 0 ? { words } : (first?.kind ?? 'other');
  return `    '${at(command)}:'*) ${offer(kind)};;`;
}

function offer(kind: ValueKind): string {
  if (kind === 'other') return '';
  if (kind === 'file') return '_onerun_offer -f; ';
  if (kind === 'folder') return '_onerun_offer -d; ';
  return `_onerun_offer -W $'${kind.words.join('\\n')}'; `;
}
