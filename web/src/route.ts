import { useCallback, useEffect, useState } from 'preact/hooks';

export const VIEWS = ['audit', 'explore', 'plan', 'learn'] as const;
export type View = (typeof VIEWS)[number];

/** Settings as they are typed. They are kept in the address, so that a link shows the same page; data never are. */
export type ViewSettings = Readonly<Record<string, string>>;

interface Route {
  readonly view: View;
  readonly query: string;
}

function current(): Route {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { view: VIEWS.find((view) => view === path) ?? 'audit', query };
}

/** The settings of each view, as they stand in its address. */
const queries = new Map<View, string>();

export function linkTo(view: View): string {
  const query = queries.get(view) ?? '';
  return `#/${view}${query === '' ? '' : `?${query}`}`;
}

/** The view that the address names. */
export function useRoute(): Route {
  const [route, setRoute] = useState(current);
  useEffect(() => {
    const changed = () => setRoute(current());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return route;
}

/** Between changes of the address, in milliseconds: browsers limit how often it may change. */
const PAUSE = 150;

/** A view's settings, kept in the address where they differ from the usual ones. */
export function useSettings<S extends ViewSettings>(
  view: View,
  usual: S,
): [S, (change: Partial<Record<keyof S, string>>) => void] {
  const [settings, setSettings] = useState<S>(() => read(current().query, usual));
  useEffect(() => {
    const query = write(settings, usual);
    queries.set(view, query);
    const timer = setTimeout(() => {
      if (current().view === view) history.replaceState(null, '', linkTo(view));
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [view, settings, usual]);
  useEffect(() => {
    const changed = () => {
      const { view: now, query } = current();
      if (now === view && query !== queries.get(view)) setSettings(read(query, usual));
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, [view, usual]);
  const change = useCallback(
    (next: Partial<Record<keyof S, string>>) => setSettings((before) => ({ ...before, ...next })),
    [],
  );
  return [settings, change];
}

function read<S extends ViewSettings>(query: string, usual: S): S {
  const given = new URLSearchParams(query);
  return Object.fromEntries(Object.entries(usual).map(([key, value]) => [key, given.get(key) ?? value])) as S;
}

function write(settings: ViewSettings, usual: ViewSettings): string {
  const changed = Object.entries(settings).filter(([key, value]) => value !== usual[key]);
  return new URLSearchParams(changed).toString();
}
