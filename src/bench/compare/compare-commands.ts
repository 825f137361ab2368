import { quoted } from '../../quote.ts';
import type { StateOrigin } from './compare-data.ts';
import { stateLetter } from './pinned.ts';

/** The command lines that give the numbers of the states, each after a line with its name. */
export function compareCommands(pins: readonly (StateOrigin & { readonly name: string })[]): string {
  const lines = pins.map(({ name, command }, i) => {
    const title = `# ${stateLetter(i)} ${quoted(name.replace(/\s+/g, ' '))}`;
    return `${title}\n${command ?? '# none'}`;
  });
  return lines.join('\n');
}
