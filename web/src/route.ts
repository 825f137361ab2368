import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { queryOf, settingsFrom, type ViewSettings } from './query.ts';
import { restoreScroll, watchScroll } from './scroll.ts';

export const VIEWS = ['learn', 'audit', 'explore', 'plan', 'compare', 'gallery'] as const;
/** The view of an address that names none. */
export const FIRST_VIEW = 'learn';
export type View = (typeof VIEWS)[number];

/** An entry of the browser's history: what its address says, and a key that it keeps. */
export interface Entry {
  readonly key: string;
  readonly view: View;
  readonly query: string;
}

/** What the browser remembers with an entry, also when the page is loaded again. */
interface EntryState {
  readonly key?: string;
  /** How far down the page was. */
  readonly top?: number;
  /** Whether the user's own data were shown; they are kept in memory alone. */
  readonly data?: boolean;
}

/** Between changes of one address, in milliseconds: browsers limit how often it may change. */
const PAUSE = 150;

/** The settings of each view, as they stand in its address. */
const queries = new Map<View, string>();
const tops = new Map<string, number>();
const listeners = new Set<(entry: Entry, before: Entry) => void>();
let keys = 0;
let entry = entered();

addEventListener('popstate', arrive);
addEventListener('hashchange', arrive);
// What was typed last belongs to the entry that a click leaves.
addEventListener('click', () => flush(), true);
addEventListener('pagehide', () => {
  flush();
  history.replaceState({ ...stateOf(), top: scrollY }, '');
});
watchScroll((top) => tops.set(entry.key, top));
restoreScroll(stateOf().top ?? 0);

function stateOf(): EntryState {
  return (history.state as EntryState | null) ?? {};
}

/** The entry that the browser is at; a new one is given a key. */
function entered(): Entry {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const { key = newKey() } = stateOf();
  if (stateOf().key === undefined) history.replaceState({ key }, '');
  return { key, view: VIEWS.find((view) => view === path) ?? FIRST_VIEW, query };
}

function newKey(): string {
  return `${Date.now().toString(36)}-${keys++}`;
}

/** The user went back or forward, followed a link, or changed the address. */
function arrive(): void {
  const before = entry;
  const next = entered();
  if (next.key === before.key && next.view === before.view && next.query === before.query) return;
  clearTimeout(waiting);
  waiting = undefined;
  entry = next;
  const top = tops.get(next.key);
  if (top !== undefined) restoreScroll(top);
  else if (next.view !== before.view) restoreScroll(0);
  for (const listener of listeners) listener(entry, before);
}

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Writes settings that changed into the address of the entry. */
function flush(): void {
  if (waiting === undefined) return;
  clearTimeout(waiting);
  waiting = undefined;
  write(linkTo(entry.view));
}

function write(address: string): void {
  history.replaceState(stateOf(), '', address);
  entry = { ...entry, query: address.split('?')[1] ?? '' };
}

function addressOf(view: View, query: string): string {
  return `#/${view}${query === '' ? '' : `?${query}`}`;
}

/** The address of a view with these settings, from its # on. */
export function addressWith(view: View, settings: ViewSettings, usual: ViewSettings): string {
  return addressOf(view, queryOf(settings, usual));
}

export function linkTo(view: View): string {
  return addressOf(view, queries.get(view) ?? '');
}

/** The key of the entry that is shown. */
export function entryKey(): string {
  return entry.key;
}

/** Whether this entry showed data of the user's before the page was loaded again. */
export function hadData(): boolean {
  return stateOf().data === true;
}

/** Remembers with the entry whether it shows data of the user's. */
export function noteData(data: boolean): void {
  history.replaceState({ ...stateOf(), data }, '');
}

/** A new entry for a view as it was left; nothing where it is shown already. */
export function visit(view: View): void {
  if (entry.view !== view) push(view);
}

function push(view: View): void {
  const before = entry;
  history.pushState({ key: newKey() }, '', linkTo(view));
  entry = entered();
  if (before.view !== view) restoreScroll(0);
  for (const listener of listeners) listener(entry, before);
}

/** The view that the address names. */
export function useRoute(): Entry {
  const [route, setRoute] = useState(entry);
  useEffect(() => {
    listeners.add(setRoute);
    setRoute(entry);
    return () => void listeners.delete(setRoute);
  }, []);
  return route;
}

/** How settings change: within the entry, or as a new one, perhaps with other settings left in the old. */
export interface SettingsChange<S> {
  readonly push?: boolean;
  readonly leave?: S | undefined;
}

/**
 * A view's settings, kept in the address where they differ from the usual ones. `arrived` is told when
 * another entry of the view is shown; `same` says that its address is the one before.
 */
export function useSettings<S extends ViewSettings>(
  view: View,
  usual: S,
  arrived?: (settings: S, same: boolean) => void,
): [S, (change: Partial<Record<keyof S, string>>, how?: SettingsChange<S>) => S] {
  const [settings, setSettings] = useState<S>(() => settingsFrom(entry.query, usual));
  const latest = useRef(settings);
  const telling = useRef(arrived);
  telling.current = arrived;
  useEffect(() => {
    queries.set(view, queryOf(latest.current, usual));
    const listener = (now: Entry, before: Entry) => {
      if (now.view !== view || now.key === before.key) return;
      const found = settingsFrom(now.query, usual);
      const same = queryOf(found, usual) === queries.get(view);
      latest.current = found;
      queries.set(view, queryOf(found, usual));
      setSettings(found);
      telling.current?.(found, same);
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [view, usual]);
  const change = useCallback(
    (next: Partial<Record<keyof S, string>>, { push: isNew, leave }: SettingsChange<S> = {}) => {
      latest.current = { ...latest.current, ...next };
      setSettings(latest.current);
      if (isNew) flush();
      if (isNew && leave !== undefined) write(addressOf(view, queryOf(leave, usual)));
      queries.set(view, queryOf(latest.current, usual));
      if (isNew) {
        history.pushState({ key: newKey() }, '', linkTo(view));
        entry = entered();
      } else if (entry.view === view) {
        clearTimeout(waiting);
        waiting = setTimeout(flush, PAUSE);
      }
      return latest.current;
    },
    [view, usual],
  );
  return [settings, change];
}
