import { type Command, Option } from 'commander';
import { AUDIT_CHOICES, type AuditChoice, type ChoiceName, choiceFlag } from '../../audit-choices.ts';
import { USUAL_TAU } from '../../levels.ts';
import { SIDES } from '../../observation.ts';
import { number, numbers, repeated } from './options.ts';

/** What help calls the value of a choice. */
const VALUES: Readonly<Record<AuditChoice['kind'], string>> = {
  claim: ' <claim>',
  families: ' <family>',
  tau: ' <p>',
  delta: ' <p>',
  count: ' <n>',
  counts: ' <list>',
  score: ' <score>',
  sides: ' <sides>',
  yes: '',
  column: ' <name>',
  seed: ' <seed>',
  assumed: ' <assumption>',
};

/** What another command than an audit says: what is usual there (null: nothing), and how many numbers. */
type OwnWords = { readonly usual?: string | null; readonly kind?: 'count' | 'counts' };

/** What the command line says beyond the table. */
const MORE: { readonly [Name in ChoiceName]?: string } = {
  claim: '; onerun curve --help lists the kinds',
  families: ', may repeat',
};

/** The option of a choice: as the table says it, but for what a command says in words of its own. */
export function choiceOption(name: ChoiceName, ownHelp?: string, own: OwnWords = {}): Option {
  const row: Omit<AuditChoice, 'usual'> & { readonly usual?: string | number | null } = AUDIT_CHOICES[name];
  const { short, kind, help, usual } = { ...row, help: ownHelp ?? row.help, ...own };
  const flag = choiceFlag(name);
  const told = typeof usual === 'number' ? usual.toExponential() : usual;
  const option = new Option(
    `${short === undefined ? '' : `-${short}, `}--${flag}${VALUES[kind]}`,
    `${help}${MORE[name] ?? ''}${told === undefined || told === null ? '' : ` (default: ${told})`}`,
  );
  if (kind === 'sides') return option.choices(SIDES);
  if (kind === 'assumed') return option.choices(['independent-canaries']);
  if (kind === 'families') return option.argParser(repeated);
  if (kind === 'counts') return option.argParser(numbers(flag));
  const isNumber = kind === 'tau' || kind === 'delta' || kind === 'count' || kind === 'score';
  return isNumber ? option.argParser(number(flag)) : option;
}

/** Adds options of choices as they are in an audit. */
export function withChoices(command: Command, ...names: readonly ChoiceName[]): Command {
  for (const name of names) command.addOption(choiceOption(name));
  return command;
}

/** Adds the two ways to state a level. */
export function withLevel(command: Command, help: string): Command {
  return command
    .option('--confidence <p>', `${help} (default: ${1 - USUAL_TAU})`, number('confidence'))
    .addOption(choiceOption('tau', 'instead of --confidence: 1 - confidence', { usual: null }));
}
