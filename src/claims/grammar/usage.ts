import { KINDS } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { printNumber } from './print.ts';

/** The claim grammar in one sentence for help texts: every kind with its parameters. */
export function claimUsage(): string {
  const parts = KINDS.filter(({ list }) => list?.of === 'parts').map(usageOf);
  const others = KINDS.filter(({ list }) => list?.of !== 'parts').map(usageOf);
  return (
    `${others.join(', ')}, and ${parts.join(', ')} of any of them, a part being a claim or claim*count; ` +
    'all with relation=add-remove (the default) or relation=replace.'
  );
}

function usageOf({ name, parameters, either, list }: Kind): string {
  if (list !== undefined) return `${name}(${list.of === 'parts' ? 'part' : list.written}, ...)`;
  const args = parameters
    .filter(({ key }) => !either?.includes(key))
    .map(({ key, fallback }) => `${key}=${fallback === undefined ? '' : printNumber(fallback)}`);
  const choice = parameters.filter(({ key }) => either?.includes(key)).map(({ key }) => `${key}=`);
  if (choice.length > 0) args.unshift(choice.join(' | '));
  return `${name}(${args.join(', ')})`;
}
