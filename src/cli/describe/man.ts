import { asMeaning, TERMS } from '../../glossary.ts';
import { allCommands, type CommandOutline, type OptionOutline } from './outline.ts';

/** The manual page, in the language of man(7). */
export function manPage(program: CommandOutline): string {
  const commands = allCommands(program).filter(
    ({ path, commands: inner }) => path.length > 0 && inner.length === 0,
  );
  return `${[
    '.\\" Made from the command line itself; see CONTRIBUTING.md.',
    '.TH ONERUN 1 "" onerun "User commands"',
    '.SH NAME',
    `onerun \\- ${roff(program.description.replace(/^A/, 'a').replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    '.B onerun',
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    'onerun plants canaries by coin flips, looks at what an attack guesses after one training run, and says what the',
    'number of right guesses proves about a claim of differential privacy.',
    'Every command has',
    '.BR \\-\\-help ;',
    'those that compute print data for programs with',
    '.BR \\-\\-json .',
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH WORDS',
    ...TERMS.flatMap(({ term, meaning }) => ['.TP', `.B ${roff(term)}`, roff(asMeaning(meaning))]),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, roff(meaning)]),
    '.SH SEE ALSO',
    'The folder docs of the package, and README.md beside it.',
  ].join('\n')}\n`;
}

const EXIT_CODES = [
  ['0', 'The claim is consistent with the data, or no claim was tested.'],
  ['1', 'The claim is refuted. Nothing else ever gives this code.'],
  ['2', 'Bad input, or no verdict.'],
  ['3', 'An internal error, or a part of the program is missing.'],
  ['130', 'Interrupted.'],
] as const;

function commandLines({
  path,
  description,
  usage,
  arguments: words,
  options,
  after,
}: CommandOutline): string[] {
  return [
    `.SS ${roff(`onerun ${path.join(' ')} ${usage}`)}`,
    roff(description),
    ...words.flatMap(({ name, description: said }) => ['.TP', `.I ${roff(name)}`, roff(said)]),
    ...options.filter(({ long }) => long !== '--help').flatMap(optionLines),
    ...(after === '' ? [] : ['.PP', '.nf', ...after.split('\n').map(roff), '.fi']),
  ];
}

function optionLines({ short, long, value, description }: OptionOutline): string[] {
  const names = [...(short === null ? [] : [short]), long].map((name) => `\\fB${roff(name)}\\fR`).join(', ');
  const named =
    value === null ? '' : value.optional ? ` [\\fI${roff(value.name)}\\fR]` : ` \\fI${roff(value.name)}\\fR`;
  return ['.TP', `${names}${named}`, roff(description)];
}

/** Text in which nothing is a request or an escape of roff. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1')
    .replaceAll('…', '...')
    .replaceAll('’', "'");
}
