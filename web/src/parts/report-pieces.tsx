import {
  type Picture,
  proseParts,
  type ReportSection,
  type SectionPiece,
  type TableData,
  type VerdictWords,
} from '../../../src/report/index.ts';
import { PictureGrid } from './pictures.tsx';

/** The verdict, in the report's words. */
export function VerdictBox({ verdict }: { readonly verdict: VerdictWords }) {
  return (
    <section class={`verdict ${verdict.outcome}`}>
      <h2 class="mark">{verdict.mark}</h2>
      {verdict.sentences.map(({ text, warning }) => (
        <p key={text} class={warning ? 'warning' : undefined}>
          {text}
        </p>
      ))}
      <p>
        <strong>Next:</strong> <Prose prose={verdict.next} />
      </p>
    </section>
  );
}

/** A section that opens when it is asked for. */
export function SectionBox({
  section,
  pictures,
  hasFigure,
}: {
  readonly section: ReportSection;
  readonly pictures: readonly Picture[];
  /** Whether a figure stands above; else the pictures are open in its place. */
  readonly hasFigure: boolean;
}) {
  const isOpen = !hasFigure && section.pieces.some(({ kind }) => kind === 'pictures');
  return (
    <details class="fold" open={isOpen}>
      <summary>
        <h2>{section.heading}</h2>
      </summary>
      {section.pieces.map((piece, i) => (
        <PieceBox key={i} piece={piece} pictures={pictures} />
      ))}
    </details>
  );
}

function PieceBox({
  piece,
  pictures,
}: {
  readonly piece: SectionPiece;
  readonly pictures: readonly Picture[];
}) {
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
      return <Terms pairs={piece.pairs} />;
    case 'code':
      return <Code text={piece.text} />;
    case 'table':
      return <Table caption={piece.caption} rows={piece.rows} styles={piece.styles} />;
    case 'pictures':
      return <PictureGrid pictures={pictures} />;
  }
}

/** Terms, each with its meaning. */
export function Terms({ pairs }: { readonly pairs: readonly (readonly [term: string, meaning: string])[] }) {
  return (
    <dl>
      {pairs.map(([term, meaning]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

function Code({ text }: { readonly text: string }) {
  return (
    <pre>
      <code>{text}</code>
    </pre>
  );
}

/** The command line that does what the page did. */
export function SameCommand({ command }: { readonly command: string }) {
  return (
    <>
      <p>The same on the command line:</p>
      <Code text={command} />
    </>
  );
}

interface TableProps {
  readonly caption: string;
  readonly rows: TableData;
  readonly styles?: Readonly<Record<number, string>>;
  /** The rows that are about an older question. */
  readonly old?: readonly boolean[];
}

/**
 * A table in a region of its own, which scrolls where it is too wide, with the keyboard too. On a phone each
 * row is a card, whose cells say the titles of their columns.
 */
export function Table({ caption, rows, styles = {}, old = [] }: TableProps) {
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
            <tr key={i} class={old[i] ? 'old' : undefined}>
              {row.map((cell, j) =>
                j === 0 ? (
                  <th
                    key={rows.columns[j].title}
                    scope="row"
                    class={style(j)}
                    data-title={rows.columns[j].title}
                  >
                    {cell}
                  </th>
                ) : (
                  <td key={rows.columns[j].title} class={style(j)} data-title={rows.columns[j].title}>
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

/** A sentence of the report's, in which backticks mark commands. */
function Prose({ prose }: { readonly prose: string }) {
  return (
    <>{proseParts(prose).map(({ text, command }) => (command ? <code key={text}>{text}</code> : text))}</>
  );
}
