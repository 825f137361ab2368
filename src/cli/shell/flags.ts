import type { InvalidInput } from '../../errors.ts';

/** The name of an option as it is typed, without its dashes: learningRate is learning-rate. */
export function dashed(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The flag of an option, with its value where one is named: learningRate 0.1 is --learning-rate 0.1. */
export function flagOf(option: string): string {
  const [name, ...value] = option.split(' ');
  return [`--${dashed(name)}`, ...value].join(' ');
}

/** The message of an error, and the flags of the options that it names in words. */
export function messageWithFlags({ message, options }: InvalidInput): string {
  return options.length === 0 ? message : `${message} (${options.map(flagOf).join(', ')})`;
}
