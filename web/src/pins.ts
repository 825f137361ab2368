import { useEffect, useState } from 'preact/hooks';
import { type BenchEngine, type BenchState, isCurrent, questionOf } from '../../src/bench/index.ts';
import { type ListedPin, pinsOf, pinsText } from './pin-list.ts';
import { askedFiles } from './views/audit/asked-files.tsx';

/** What shows a pinned state again. */
export interface PinOrigin {
  /** The address of the state, from its # on, without the user's data. */
  readonly address: string;
  /** The same with the user's own files by name and hash; null where no own files are needed. */
  readonly named: string | null;
  readonly files: readonly string[];
}

/** A state as it was made or drawn, and the command line that gives its numbers. */
export interface MadeState {
  readonly state: BenchState;
  readonly command: string | null;
}

/** A state that was pinned. */
export interface Pin {
  readonly key: number;
  readonly name: string;
  readonly origin: PinOrigin;
  /** Null until the state has been made from its address. */
  readonly made: MadeState | null;
  readonly problem: string | null;
}

/** A pin whose state is there. */
export type MadePin = Pin & { readonly made: MadeState };

const STORE = 'onerun-pins';

let keys = 0;
/** The list of an address that the pins were taken from, as far as they still are what it says. */
let from = '';
let pins: readonly Pin[] = stored();
/** What was pinned before a list took its place. */
let before: readonly Pin[] = [];
/** What that list had. */
let taken: readonly Pin[] = [];
let saved = '';
const listeners = new Set<(pins: readonly Pin[]) => void>();

function set(next: readonly Pin[]): void {
  pins = next;
  save();
  for (const listener of listeners) listener(pins);
}

/** Keeps the addresses of states for when the page is loaded again; never those of the user's own files. */
function save(): void {
  const kept = pins.filter(({ origin }) => origin.named === null);
  const listed = pinsText(kept.map(({ name, origin }) => ({ name, address: origin.address })));
  const text = JSON.stringify({ from: kept.length === pins.length ? from : '', pins: listed });
  if (text === saved) return;
  saved = text;
  try {
    sessionStorage.setItem(STORE, text);
  } catch {
    // A browser without storage forgets pins with the page.
  }
}

function stored(): Pin[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? '{}');
    const { from: list, pins: text } = found as { from?: unknown; pins?: unknown };
    if (typeof text !== 'string') return [];
    from = typeof list === 'string' ? list : '';
    return pinsOf(text).map(listed);
  } catch {
    return [];
  }
}

/** A pin whose state is still to be made. */
function listed({ name, address }: ListedPin): Pin {
  const files = askedFiles(new URLSearchParams(address.split('?')[1] ?? '').get('files') ?? '');
  const origin = {
    address,
    named: files.length > 0 ? address : null,
    files: files.map((file) => file.name),
  };
  return { key: ++keys, name, origin, made: null, problem: null };
}

/** The states that were pinned, in their order. */
export function usePins(): readonly Pin[] {
  const [shown, setShown] = useState(pins);
  useEffect(() => {
    listeners.add(setShown);
    setShown(pins);
    return () => void listeners.delete(setShown);
  }, []);
  return shown;
}

/** Keeps a state; what a pointer looked at and games that were played are left behind. */
export function pin(name: string, origin: PinOrigin, { state, command }: MadeState): void {
  const made = { state: { ...state, looked: null, played: null }, command };
  set([...pins, { key: ++keys, name, origin, made, problem: null }]);
}

/** Keeps a state by its address alone; it is made when it is to be seen. */
export function pinAddress(pinned: ListedPin): void {
  set([...pins, listed(pinned)]);
}

/** The states of a list in place of those before, unless they are from that list already. */
export function takePins(list: string, states: readonly ListedPin[]): void {
  if (list === from) return;
  if (from === '') before = pins;
  from = list;
  taken = states.map(listed);
  set(taken);
}

/** What was pinned before a list took its place, unless something was pinned beside that list. */
export function leaveUntouchedList(): void {
  if (from === '' || before.length === 0) return;
  const isUntouched = pins.length === taken.length && pins.every(({ key }, i) => key === taken[i].key);
  if (!isUntouched) return;
  from = '';
  set(before);
}

/** Says that the pins are no longer what an address lists. */
export function leaveList(): void {
  from = '';
  save();
}

/** What became of making a state. */
export function settlePin(key: number, found: Partial<Pick<Pin, 'made' | 'problem' | 'origin'>>): void {
  set(pins.map((one) => (one.key === key ? { ...one, ...found } : one)));
}

export function unpin(key: number): void {
  set(pins.filter((one) => one.key !== key));
}

export function renamePin(key: number, name: string): void {
  set(pins.map((one) => (one.key === key ? { ...one, name } : one)));
}

/** Moves a pin by so many places. */
export function movePin(key: number, by: number): void {
  const place = pins.findIndex((one) => one.key === key);
  const to = place + by;
  if (place < 0 || to < 0 || to >= pins.length) return;
  const next = [...pins];
  next.splice(to, 0, ...next.splice(place, 1));
  set(next);
}

export function isMade(one: Pin): one is MadePin {
  return one.made !== null;
}

/** Whether something about a state is still to be computed. */
export function isOpen({ made: { state } }: MadePin): boolean {
  return questionOf(state) !== null && !(isCurrent(state) && state.answer?.waiting.length === 0);
}

/** Asks for what a pinned state lacks; resolves once it is there, or cannot be had. */
export function completePin(engine: BenchEngine, { key, made }: MadePin): Promise<void> {
  const question = questionOf(made.state);
  if (question === null) return Promise.resolve();
  return new Promise((resolve) => {
    engine.ask(
      question,
      (answer) => {
        settlePin(key, { made: { ...made, state: { ...made.state, answer } } });
        if (answer.waiting.length === 0) resolve();
      },
      () => resolve(),
    );
  });
}
