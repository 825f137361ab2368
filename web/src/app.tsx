import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { offerDrop, useFileDrop } from './file-drop.ts';
import { later } from './parts/later.tsx';
import { FIRST_VIEW, linkTo, useRoute, VIEWS, type View, visit } from './route.ts';
import { THEMES, useTheme } from './theme.ts';
import { AuditView } from './views/audit/view.tsx';

const NAMES: Readonly<Record<View, string>> = {
  audit: 'Audit',
  explore: 'Explore',
  plan: 'Plan',
  learn: 'Learn',
  compare: 'Compare',
  gallery: 'Gallery',
};

/** Audit is there at once, also for a file that is dropped; the others are loaded when they are visited. */
const PAGES: Readonly<Record<View, ComponentType>> = {
  audit: AuditView,
  explore: later(async () => (await import('./views/explore/view.tsx')).ExploreView),
  plan: later(async () => (await import('./views/plan/view.tsx')).PlanView),
  learn: later(async () => (await import('./views/learn/view.tsx')).LearnView),
  compare: later(async () => (await import('./views/compare/view.tsx')).CompareView),
  gallery: later(async () => (await import('./views/gallery/view.tsx')).GalleryView),
};

/** What the words of a view mean, folded away below it: loaded once the view is there. */
const ViewWords = later(async () => (await import('./parts/view-words.tsx')).ViewWords);

export function App() {
  const { view } = useRoute();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(view);
  // Views that were visited stay in the page, hidden, and keep their state.
  const visited = useRef(new Set<View>());
  visited.current.add(view);
  useEffect(() => {
    document.title = `${NAMES[view]} · onerun`;
    if (shown.current === view) return;
    shown.current = view;
    main.current?.focus({ preventScroll: true });
  }, [view]);
  const over = useFileDrop((drop) => {
    const elsewhere = view !== 'audit';
    visit('audit');
    offerDrop({ ...drop, elsewhere });
  });
  // The address of a view changes with its settings, so that it is looked up when the link is followed.
  const follow = (name: View) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    visit(name);
  };
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <a class="brand" href={linkTo(FIRST_VIEW)} onClick={follow(FIRST_VIEW)}>
          onerun
        </a>
        <nav aria-label="Views">
          {VIEWS.map((name) => (
            <a
              key={name}
              href={linkTo(name)}
              aria-current={name === view ? 'page' : undefined}
              onClick={follow(name)}
            >
              {NAMES[name]}
            </a>
          ))}
        </nav>
        <ThemeChoice />
      </header>
      <main id="main" tabIndex={-1} ref={main} class={over ? 'dragged-over' : undefined}>
        {VIEWS.filter((name) => visited.current.has(name)).map((name) => {
          const Page = PAGES[name];
          return (
            <div key={name} hidden={name !== view}>
              <Page />
            </div>
          );
        })}
      </main>
      {over && view !== 'audit' ? <p class="drop-hint">Drop it to audit it</p> : null}
      <footer>
        <ViewWords view={view} />
        <p>
          onerun {__ONERUN_VERSION__}. Everything is computed in this page; nothing you give it leaves it. A
          proved epsilon is rounded down, never up.
        </p>
      </footer>
    </>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useTheme();
  return (
    <label class="theme">
      <span class="aside">Colours</span>
      <select
        value={theme}
        onChange={(event) => setTheme(THEMES.find((name) => name === event.currentTarget.value) ?? 'auto')}
      >
        <option value="auto">as the system</option>
        <option value="light">light</option>
        <option value="dark">dark</option>
      </select>
    </label>
  );
}
