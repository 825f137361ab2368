import { type SectionPiece, tablePiece } from '../words/audit/sections.ts';
import { type LedgerReport, type LedgerWords, ledgerWords } from '../words/ledger/ledger-words.ts';
import { type PageOptions, reportPage } from './report-page.ts';

/** The report of a ledger as one HTML page. */
export function ledgerHtml(report: LedgerReport, options: PageOptions): string {
  const words = ledgerWords(report);
  const { claim } = report.state.design;
  return reportPage(
    {
      heading: `Ledger of runs against ${claim}`,
      title: (mark) => `${mark}: ledger of runs against ${claim}`,
      verdict: {
        outcome: words.outcome,
        mark: words.mark,
        sentences: [
          { text: words.plain },
          { text: `Evidence: ${words.evidence}` },
          ...words.notices.map((notice) => ({ text: asSentence(notice), warning: true })),
        ],
        next: `${words.next}.`,
      },
      sections: [
        { heading: 'What was claimed and what was seen', pieces: claimedAndSeen(words) },
        {
          heading: 'Evidence over runs',
          pieces: [{ kind: 'pictures' }, ...tablePiece('Entries of the ledger', words.steps)],
        },
        {
          heading: 'The epsilon these runs prove',
          pieces: [
            {
              kind: 'words',
              text: `${words.provedLead}${words.epsilons === null ? '' : ' what the table says.'}`,
            },
            ...tablePiece('Lower bounds on epsilon, valid at all times', words.epsilons, { 0: 'name' }),
          ],
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
            ...(options.command === null ? [] : [{ kind: 'code' as const, text: options.command }]),
          ],
        },
      ],
    },
    options,
  );
}

function claimedAndSeen({ claimed, seen, pValue, expected, weak }: LedgerWords): SectionPiece[] {
  const pairs: [string, string | null][] = [
    ['Claimed', claimed],
    ['Seen', seen],
    ['P-value', pValue],
    ['Expected', expected],
    ['Note', weak],
  ];
  return [
    {
      kind: 'terms',
      pairs: pairs.flatMap(([term, text]): [string, string][] =>
        text === null ? [] : [[term, term === 'Claimed' ? text : asSentence(text)]],
      ),
    },
  ];
}

const asSentence = (text: string) => text.replace(/^./, (first) => first.toUpperCase());
