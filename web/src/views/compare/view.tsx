import {
  BENCH_CSS,
  barGroupsHeight,
  COMPARE_COLUMNS,
  COMPARE_CSS,
  compareCommands,
  compareCsv,
  compareData,
  comparedBars,
  comparedCurves,
  comparedTally,
  compareRows,
  compareSvg,
  haveScoresAlike,
  sharedAxis,
  tallyRowsHeight,
} from '../../../../src/bench/index.ts';
import { jsonText } from '../../../../src/report/index.ts';
import { Table } from '../../parts/report-pieces.tsx';
import { saveAsFile } from '../../parts/save.ts';
import { CitationPart } from '../../parts/take/citation.tsx';
import { FigureMenu } from '../../parts/take/figure-menu.tsx';
import { CommandPart, LinkPart } from '../../parts/take/link.tsx';
import { isMade, leaveList, usePins } from '../../pins.ts';
import { useSettings } from '../../route.ts';
import { compareLink, USUAL_COMPARE, useListedPins } from './listed-pins.ts';
import { DrawnPanel } from './panels.tsx';
import { PinnedRow } from './pinned-row.tsx';
import { SETS } from './sets.ts';
import { useCompletedPins, useMadePins } from './use-pins.ts';

const CURVE = 290;

export function CompareView() {
  const [settings, change] = useSettings('compare', USUAL_COMPARE);
  const all = usePins();
  useListedPins(settings);
  useMadePins(all);
  useCompletedPins(all);
  const drawn = all.filter(isMade);
  const pins = drawn.map(({ name, origin, made }) => ({
    ...{ name, ...made },
    address: origin.named === null ? origin.address : null,
  }));
  const isAlike = haveScoresAlike(pins);
  const ownAxes = settings.axes === '' ? !isAlike : settings.axes === 'own';
  const isLog = settings.corner === 'log';
  /** What the reader changes is no longer what the address lists. */
  const edit = (step: () => void) => {
    step();
    leaveList();
    if (settings.set !== '' || settings.pins !== '') change({ set: '', pins: '' });
  };
  return (
    <>
      <style>{`${BENCH_CSS}${COMPARE_CSS}`}</style>
      <h1>States beside each other</h1>
      <p class="lead">
        Pin any figure of an audit, here or in Audit, Explore and Learn, and see it on the same axes as the
        others: the scores of planted records, the errors of guesses about them, and what is proved.
      </p>
      <p class="sets">
        {Object.entries(SETS).map(([name, { title }]) => (
          <a
            key={name}
            href={`#/compare?set=${name}`}
            aria-current={settings.set === name ? 'true' : undefined}
          >
            {title}
          </a>
        ))}
      </p>
      {all.length === 0 ? (
        <p>Nothing is pinned yet. Press “Pin to compare” below a figure, or take one of the sets above.</p>
      ) : (
        <section class="bench compare" aria-label="Pinned states">
          <div class="take-row">
            <label>
              <input
                type="checkbox"
                checked={ownAxes}
                onChange={(event) => change({ axes: event.currentTarget.checked ? 'own' : 'common' })}
              />{' '}
              an axis of its own for each
            </label>
            <label>
              <input
                type="checkbox"
                checked={isLog}
                onChange={(event) => change({ corner: event.currentTarget.checked ? 'log' : '' })}
              />{' '}
              zoom into the corner
            </label>
            <FigureMenu
              name="compare"
              label="the comparison"
              svg={() => compareSvg(pins, { ownAxes, isLog })}
              csv={() => compareCsv(pins)}
            >
              <p class="take-files">
                <button
                  type="button"
                  onClick={() => saveAsFile('compare.json', jsonText(compareData(pins)), 'application/json')}
                >
                  JSON
                </button>
              </p>
              <LinkPart
                link={(isNamed) => compareLink(all, settings, isNamed)}
                files={[...new Set(all.flatMap(({ origin }) => (origin.named === null ? [] : origin.files)))]}
              />
              {all.some(({ origin }) => origin.named !== null) ? (
                <p class="aside">Unless that is ticked, the link leaves out the states of your own files.</p>
              ) : null}
              <CommandPart command={compareCommands(pins)} />
              <CitationPart />
            </FigureMenu>
          </div>
          {!ownAxes && !isAlike ? (
            <p class="notice">These scores differ widely: one axis shows some of them small.</p>
          ) : null}
          <ol class="pinned-list">
            {all.map((one, i) => (
              <PinnedRow
                key={one.key}
                pin={one}
                place={i}
                all={all.length}
                drawnPlace={drawn.findIndex(({ key }) => key === one.key)}
                shared={ownAxes ? null : (width) => sharedAxis(pins, width)}
                onEdit={edit}
              />
            ))}
          </ol>
          <div class="bench-panels">
            <DrawnPanel
              title="Errors and the claims"
              height={CURVE}
              usual={310}
              label="Errors of all states beside what their claims allow; the numbers are in the table"
              draw={(width) => comparedCurves(pins, isLog, width, CURVE)}
            />
            <DrawnPanel
              title="Right guesses"
              height={tallyRowsHeight(pins.length)}
              usual={310}
              label="The share of right guesses of each state, and from where on it refutes"
              draw={(width) => comparedTally(pins, width)}
            />
            <DrawnPanel
              title="Epsilon proved, and the claims’ own (upright marks)"
              height={barGroupsHeight(pins)}
              usual={320}
              label="The epsilon that each state proves, by family and method; a tick is what its claim allows"
              draw={(width) => comparedBars(pins, width)}
            />
          </div>
          <Table
            caption="The same in numbers"
            rows={{
              columns: COMPARE_COLUMNS.map((title, i) => ({
                title,
                align: i > 3 ? 'right' : 'left',
              })),
              rows: compareRows(pins),
            }}
          />
          <p class="aside">
            Each state is tested at its own level: of many true claims some are refuted by chance. Several
            runs of one training are judged together by auditing their files at once.
          </p>
        </section>
      )}
    </>
  );
}
