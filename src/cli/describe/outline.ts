import type { EventEmitter } from 'node:events';
import type { Argument, Command, Option } from 'commander';

/** What may stand in a place of the command line, as far as it can be offered. */
export type ValueKind = 'file' | 'folder' | 'other' | { readonly words: readonly string[] };

export interface OptionOutline {
  /** -g, where there is one. */
  readonly short: string | null;
  /** --guesses */
  readonly long: string;
  /** The value as help names it, <list> or [file]; null where the option takes none. */
  readonly value: { readonly name: string; readonly optional: boolean; readonly kind: ValueKind } | null;
  readonly description: string;
}

export interface CommandOutline {
  /** The words that lead to it: ['ledger', 'add'], none for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  /** As in the first line of its help, without the words that lead to it. */
  readonly usage: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly kind: ValueKind;
  }[];
  readonly options: readonly OptionOutline[];
  readonly commands: readonly CommandOutline[];
  /** What its help says behind the options: examples, exit codes. */
  readonly after: string;
}

/** The command line as plain data, without what help hides. */
export function outlineOf(command: Command, path: readonly string[] = []): CommandOutline {
  const help = command.createHelp();
  const inner = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  return {
    path,
    description: command.description(),
    usage: command.usage(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      kind: kindOfArgument(argument),
    })),
    options: help.visibleOptions(command).map(optionOutline),
    commands: inner.map((one) => outlineOf(one, [...path, one.name()])),
    after: textAfter(command),
  };
}

/** Every command below, the program itself first. */
export function allCommands(outline: CommandOutline): CommandOutline[] {
  return [outline, ...outline.commands.flatMap(allCommands)];
}

function optionOutline(option: Option): OptionOutline {
  const [, name] = /[<[]([^>\]]+)[>\]]/.exec(option.flags) ?? [];
  const value =
    name === undefined ? null : { name, optional: option.optional, kind: kindOf(name, option.argChoices) };
  return { short: option.short ?? null, long: option.long ?? '', value, description: option.description };
}

function kindOfArgument(argument: Argument): ValueKind {
  const kind = kindOf(argument.name(), argument.argChoices);
  // What is read may be a file or a folder; both are offered as files are.
  return kind === 'other' && /file|folder|path|run/.test(argument.name()) ? 'file' : kind;
}

function kindOf(name: string, choices: readonly string[] | undefined): ValueKind {
  if (choices !== undefined) return { words: choices };
  return name === 'file' || name === 'folder' ? name : 'other';
}

/** What was added to the help of a command behind its options. */
export function textAfter(command: Command): string {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  // Help announces itself as an event, and what was added listens to it.
  (command as unknown as EventEmitter).emit('afterHelp', { error: false, command, write });
  return text.trim();
}
