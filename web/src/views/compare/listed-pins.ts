import { useEffect } from 'preact/hooks';
import { type ListedPin, pinsOf, pinsText } from '../../pin-list.ts';
import { leaveUntouchedList, type Pin, takePins } from '../../pins.ts';
import { addressWith } from '../../route.ts';
import { SETS } from './sets.ts';

export const USUAL_COMPARE = { set: '', pins: '', axes: '', corner: '' };
export type CompareSettings = Readonly<typeof USUAL_COMPARE>;

/** The states that an address lists; null where it lists none. */
function listedBy({ set, pins }: CompareSettings): readonly ListedPin[] | null {
  if (pins !== '') return pinsOf(pins);
  return Object.hasOwn(SETS, set) ? SETS[set].states() : null;
}

/** Pins what the address lists in place of what was pinned; an address without a list brings that back. */
export function useListedPins(settings: CompareSettings): void {
  const { set, pins } = settings;
  useEffect(() => {
    const states = listedBy(settings);
    if (states === null) leaveUntouchedList();
    else takePins(pins === '' ? `set ${set}` : `pins ${pins}`, states);
  }, [set, pins]);
}

/** The address of the comparison as it stands; states of own files are in it where that is asked for. */
export function compareLink(pins: readonly Pin[], settings: CompareSettings, isNamed: boolean): string {
  const listed = pins.flatMap(({ name, origin }) => {
    if (origin.named === null) return [{ name, address: origin.address }];
    return isNamed ? [{ name, address: origin.named }] : [];
  });
  const text = pinsText(listed);
  const set = Object.entries(SETS).find(([, { states }]) => pinsText(states()) === text)?.[0];
  const list = set === undefined ? { set: '', pins: text } : { set, pins: '' };
  return addressWith('compare', { ...settings, ...list }, USUAL_COMPARE);
}
