import type { Picture, Piece, Rows, Section, Verdict } from '../../../src/report/index.ts';
import { Figures } from './picture.tsx';

/** A verdict as a report says it. */
export function VerdictBox({ verdict }: { readonly verdict: Verdict }) {
  return (
    <section class={`verdict ${verdict.outcome}`}>
      <h2 class="mark">{verdict.mark}</h2>
      {verdict.sentences.map(({ text, warning }) => (
        <p key={text} class={warning ? 'warning' : undefined}>
          {text}
        </p>
      ))}
      <p>
        <strong>Next:</strong> <Prose text={verdict.next} />
      </p>
    </section>
  );
}

export function SectionBox({
  section,
  pictures,
}: {
  readonly section: Section;
  readonly pictures: readonly Picture[];
}) {
  return (
    <section>
      <h2>{section.heading}</h2>
      {section.pieces.map((piece, i) => (
        <PieceBox key={i} piece={piece} pictures={pictures} />
      ))}
    </section>
  );
}

function PieceBox({ piece, pictures }: { readonly piece: Piece; readonly pictures: readonly Picture[] }) {
  switch (piece.kind) {
    case 'words':
      return <p>{piece.text}</p>;
    case 'list':
      return (
        <ul>
          {piece.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'terms':
      return (
        <dl>
          {piece.pairs.map(([term, meaning]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      );
    case 'code':
      return (
        <pre>
          <code>{piece.text}</code>
        </pre>
      );
    case 'table':
      return <Table caption={piece.caption} rows={piece.rows} styles={piece.styles} />;
    case 'pictures':
      return <Figures pictures={pictures} />;
  }
}

interface TableProps {
  readonly caption: string;
  readonly rows: Rows;
  readonly styles?: Readonly<Record<number, string>>;
}

/** A table that scrolls by itself where the page is narrow, with the keyboard too. */
export function Table({ caption, rows, styles = {} }: TableProps) {
  const style = (j: number) => styles[j] ?? (rows.columns[j].align === 'right' ? 'number' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within the keyboard's reach
    <section class="scroll" tabIndex={0} aria-label={`Table: ${caption}`}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {rows.columns.map(({ title }, j) => (
              <th key={title} scope="col" class={style(j)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) =>
                j === 0 ? (
                  <th key={rows.columns[j].title} scope="row" class={style(j)}>
                    {cell}
                  </th>
                ) : (
                  <td key={rows.columns[j].title} class={style(j)}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Our own words, in which backticks mark commands. */
function Prose({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, i) => (i % 2 === 0 ? part : <code key={part}>{part}</code>))}</>;
}
