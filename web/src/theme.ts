import { useLayoutEffect, useState } from 'preact/hooks';
import { EMBEDDED } from './embedded.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'onerun-theme';

function stored(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'auto';
  } catch {
    return 'auto';
  }
}

/** Light, dark, or as the system has it; remembered where the browser allows. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(stored);
  // In a layout effect, so that the first paint has the right colours.
  useLayoutEffect(() => {
    // The page around it sets the colours.
    if (EMBEDDED) return;
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // A browser that keeps nothing: the choice holds for this page.
    }
  }, [theme]);
  return [theme, setTheme];
}
