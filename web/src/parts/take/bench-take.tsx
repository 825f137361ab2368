import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type BenchState, figureCommand, figureSvg, viewText } from '../../../../src/bench/index.ts';
import { pin } from '../../pins.ts';
import { FigureMenu } from './figure-menu.tsx';
import { CommandPart, LinkPart } from './link.tsx';

interface BenchTakeProps {
  /** The state as it stands when something is taken; null before the figure is drawn. */
  readonly state: () => BenchState | null;
  /** The name of files, and of a pin. */
  readonly name: string;
  /** The address of the view with the figure's own part, from its # on. */
  readonly link: (figure: string, named: boolean) => string;
  /** The user's own files. */
  readonly files?: readonly string[];
  /** The command line that gives a state's numbers; from its counts unless stated. */
  readonly command?: (state: BenchState) => string | null;
  /** What else the view offers. */
  readonly children?: ComponentChildren;
}

/** What stands below a live figure: a pin for comparing, and what can be taken away. */
export function BenchTake({
  state,
  name,
  link,
  files = [],
  command = figureCommand,
  children,
}: BenchTakeProps) {
  const [said, setSaid] = useState('');
  const drawn = () => {
    const found = state();
    if (found === null) throw new Error('the figure is not drawn yet');
    return found;
  };
  const keep = () => {
    const found = state();
    if (found === null) return;
    pin(name, found.source, viewText(found));
    setSaid(`Pinned: ${name}`);
  };
  return (
    <div class="take-row">
      <button type="button" onClick={keep}>
        Pin to compare
      </button>
      <FigureMenu
        name={name.replace(/[^\w.-]+/g, '-')}
        label="the live figure"
        svg={() => figureSvg(drawn())}
      >
        {children}
        <LinkPart link={(named) => link(viewText(drawn()), named)} files={files} />
        <CommandOfState state={state} command={command} />
      </FigureMenu>
      <span class="take-said" role="status">
        {said === '' ? null : (
          <>
            {said}. <a href="#/compare">Compare</a>
          </>
        )}
      </span>
    </div>
  );
}

/** The command of the state as it stands when the menu is opened. */
function CommandOfState({
  state,
  command,
}: {
  readonly state: () => BenchState | null;
  readonly command: (state: BenchState) => string | null;
}) {
  const drawn = state();
  const shown = drawn === null ? null : command(drawn);
  return shown === null ? null : <CommandPart command={shown} />;
}
