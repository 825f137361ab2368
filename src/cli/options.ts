import { readNumber, tauOf } from '../audit/index.ts';
import { InvalidInput } from '../errors.ts';
import { quoted } from '../quote.ts';
import { METHODS, type Method } from '../types.ts';

/** One number as typed; the name is the option's, for the message. */
export function number(name: string): (text: string) => number {
  return (text) => readNumber(name, text);
}

/** A list such as 1e-5,1e-6; repeating the option adds to it. */
export function numbers(name: string): (text: string, before?: number[]) => number[] {
  return (text, before = []) => [...before, ...text.split(',').map(number(name))];
}

/** An option that may be given once only: of two claims one would go untested. */
export function once(name: string): (text: string, before?: string) => string {
  return (text, before) => {
    if (before !== undefined) throw new InvalidInput(`--${name} is given twice`);
    return text;
  };
}

/** An option that may be given several times. */
export function repeated(text: string, before: string[] = []): string[] {
  return [...before, text];
}

/** The methods that a name stands for. */
export function methods(text: string): Method[] {
  if (text === 'all') return [...METHODS];
  const method = METHODS.find((name) => name === text);
  if (method === undefined)
    throw new InvalidInput(`unknown method: ${quoted(text)} (one of ${METHODS.join(', ')}, all)`);
  return [method];
}

/** Significance from --tau or --confidence. */
export function significance({ tau, confidence }: { tau?: number; confidence?: number }): number {
  if (tau !== undefined && confidence !== undefined)
    throw new InvalidInput('--tau and --confidence say the same: give one');
  return confidence === undefined ? (tau ?? 0.05) : tauOf(confidence);
}
