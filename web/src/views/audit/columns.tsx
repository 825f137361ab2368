import { useEffect, useRef, useState } from 'preact/hooks';
import { columnsByRole } from '../../../../src/io/index.ts';
import { Choice } from '../../parts/field.tsx';
import { goTo } from '../../scroll.ts';
import type { FileLook } from '../../work/audit.ts';
import { byRole, missingColumns, type NamedRole } from './missing-columns.ts';
import { type AuditSettings, readingOf } from './settings.ts';

interface ColumnsProps {
  readonly looks: readonly FileLook[];
  readonly settings: AuditSettings;
  readonly onInput: (change: Partial<AuditSettings>) => void;
}

const QUESTIONS: Readonly<Record<NamedRole, string>> = {
  score: 'Which column is the score',
  included: 'Which column says who was in',
  id: 'Which column is the id',
  run: 'Which column tells runs apart',
};

const MISSING = {
  score: 'the scores',
  included: 'who was in',
  id: 'the ids',
};

/** The columns of the files and their first rows; asks which is which where the names do not say it. */
export function Columns({ looks, settings, onInput }: ColumnsProps) {
  const place = useRef<HTMLDivElement>(null);
  const { columns = {} } = readingOf(
    { files: [], folders: [] },
    { ...settings, limits: '', options: '' },
  ).options;
  const missing = missingColumns(looks, columns);
  const [opened, setOpened] = useState(false);
  const asks = missing.length > 0;
  useEffect(() => {
    if (asks) goTo(place.current, 'center');
  }, [asks, looks]);
  const [scores, assignment] = byRole(looks);
  if (scores === undefined || scores.columns.length === 0) return null;
  const ofScores = columnsByRole(scores.columns, columns);
  const ofAssignment = assignment === undefined ? ofScores : columnsByRole(assignment.columns, columns);
  const choice = (role: NamedRole, look: FileLook, found: string | undefined) => (
    <Choice
      label={QUESTIONS[role]}
      value={role === 'run' && settings.run === 'none' ? 'none' : (found ?? '').trim()}
      options={[
        ['', role === 'run' || role === 'id' || !missing.includes(role) ? 'none of them' : 'choose a column'],
        ...look.columns.map((name) => [name, name] as const),
        ...(role === 'run' && found !== undefined ? [['none', 'none: it is one run'] as const] : []),
      ]}
      onInput={(name) => onInput({ [role]: name })}
    />
  );
  return (
    <div ref={place} tabIndex={-1} class="columns">
      {asks ? (
        <p class="found asks" role="status">
          {scores.name} does not say by its names which column has{' '}
          {missing.map((role) => MISSING[role]).join(' and ')}. Choose below.
        </p>
      ) : null}
      <details open={asks || opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>Columns and first rows</summary>
        <div class="fields">
          {choice('score', scores, ofScores.score)}
          {choice('included', assignment ?? scores, ofAssignment.included)}
          {choice('id', scores, ofScores.id)}
          {choice('run', scores, ofScores.run)}
        </div>
        {looks.map((look) => (
          <FirstRows key={look.key} look={look} />
        ))}
      </details>
    </div>
  );
}

/** The first rows of a file, in a table that scrolls by itself. */
function FirstRows({ look }: { readonly look: FileLook }) {
  const { name, columns, shown, rows } = look;
  const more = columns.length - shown.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within the keyboard's reach
    <section class="first-rows" tabIndex={0} aria-label={`The first rows of ${name}`}>
      <table>
        <caption>
          {name}
          {more > 0 ? `, and ${more} more columns` : ''}
        </caption>
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((value, j) => (
                <td key={shown[j]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
