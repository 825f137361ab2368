import type { RoundsResult } from '../../audit/index.ts';
import { type ReportSection, type SectionPiece, tablePiece, verdictBox } from '../words/audit/sections.ts';
import { glossaryOf } from '../words/glossary.ts';
import { type RoundsOrigin, type RoundsWords, roundsWords } from '../words/rounds/rounds-words.ts';
import { type PageOptions, reportPage } from './report-page.ts';

/** The report of the rounds of a training as one HTML page. */
export function roundsHtml(result: RoundsResult, origin: RoundsOrigin, options: PageOptions): string {
  const words = roundsWords(result, origin);
  const verdict = verdictBox(words.answer);
  const said = sections(words, options.command).filter(({ pieces }) => pieces.length > 0);
  const pairs = glossaryOf(JSON.stringify([verdict, said]));
  return reportPage(
    {
      heading: options.title ?? `Rounds of a training against ${result.claim}`,
      verdict,
      trust: words.trust,
      sections: [...said, { heading: 'Words', pieces: [{ kind: 'terms', pairs }] }],
    },
    options,
  );
}

function sections(words: RoundsWords, command: string | null): ReportSection[] {
  const { claimed, seen, pValue, checks, record } = words;
  const terms = [
    ['Claimed', claimed],
    ['Seen', seen],
    ...(pValue === null ? [] : [['P-value', pValue] as const]),
  ] as const;
  return [
    {
      heading: 'Evidence over rounds',
      pieces: [{ kind: 'pictures' }, ...tablePiece('The last rounds', words.rounds)],
    },
    { heading: 'What was claimed and what was seen', pieces: [{ kind: 'terms', pairs: terms }] },
    {
      heading: 'The epsilon these rounds prove',
      pieces: tablePiece('Lower bounds on epsilon, valid at all times', words.epsilons, { 0: 'name' }),
    },
    { heading: 'Checks of the coins', pieces: [{ kind: 'list', items: checks }] },
    {
      heading: 'To repeat or check it',
      pieces: [
        { kind: 'terms', pairs: record },
        ...(command === null ? [] : [{ kind: 'code', text: command } satisfies SectionPiece]),
      ],
    },
  ];
}
