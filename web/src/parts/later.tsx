import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from './problem.tsx';

/** A part of the page that is loaded when it is first shown. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Later(props: P) {
    const [state, setState] = useState<{ part: ComponentType<P> | null; failed: boolean }>({
      part: loaded,
      failed: false,
    });
    useEffect(() => {
      if (state.part !== null) return;
      load().then(
        (part) => {
          loaded = part;
          setState({ part, failed: false });
        },
        () => setState({ part: null, failed: true }),
      );
    }, []);
    const { part: Part, failed } = state;
    if (Part !== null) return <Part {...props} />;
    return <Problem text={failed ? 'this part could not be loaded: is there a network?' : null} />;
  };
}
