import {
  type ReportOrigin,
  type ReportSection,
  type SectionPiece,
  tablePiece,
  type VerdictWords,
  verdictBox,
} from '../audit/sections.ts';
import { glossaryOf } from '../glossary.ts';
import { type LedgerReport, type LedgerWords, ledgerWords } from './ledger-words.ts';

/** The box at the top of a page about a ledger. */
export function ledgerVerdict(report: LedgerReport): VerdictWords {
  return verdictBox(ledgerWords(report).answer);
}

/** Everything that a page about a ledger says below the verdict. */
export function ledgerSections(
  report: LedgerReport,
  { command }: Pick<ReportOrigin, 'command'>,
): ReportSection[] {
  const words = ledgerWords(report);
  const said: ReportSection[] = [
    { heading: 'What was claimed and what was seen', pieces: claimedAndSeen(words) },
    {
      heading: 'Evidence over runs',
      pieces: [
        { kind: 'pictures' },
        ...tablePiece('Runs of the ledger', words.steps),
        ...(words.stepsMeaning === null ? [] : [{ kind: 'words' as const, text: words.stepsMeaning }]),
      ],
    },
    {
      heading: 'The epsilon these runs prove',
      pieces: tablePiece('Lower bounds on epsilon, valid at all times', words.epsilons, { 0: 'name' }),
    },
    {
      heading: 'Bets that were fixed before the first run',
      pieces: tablePiece('What a run is paid for so many right guesses', words.bets),
    },
    { heading: 'What this rests on', pieces: [{ kind: 'list', items: words.assumptions }] },
    {
      heading: 'To repeat or check it',
      pieces: [
        { kind: 'terms', pairs: words.record },
        ...(command === null ? [] : [{ kind: 'code' as const, text: command }]),
      ],
    },
  ];
  const pairs = glossaryOf(JSON.stringify([ledgerVerdict(report), said]));
  return [
    ...said.filter(({ pieces }) => pieces.length > 0),
    { heading: 'Words', pieces: [{ kind: 'terms', pairs }] },
  ];
}

function claimedAndSeen({ claimed, seen, order, pValue, expected }: LedgerWords): SectionPiece[] {
  const pairs: [string, string | null][] = [
    ['Claimed', claimed],
    ['Seen', seen],
    ['Order', order],
    ['P-value', pValue],
    ['Expected', expected],
  ];
  return [
    {
      kind: 'terms',
      pairs: pairs.flatMap(([term, text]): [string, string][] =>
        text === null ? [] : [[term, term === 'Claimed' ? text : capitalised(text)]],
      ),
    },
  ];
}

const capitalised = (text: string) => text.replace(/^./, (first) => first.toUpperCase());
