/** How to name a work: in words, and for BibTeX. */
export interface Citation {
  readonly what: string;
  readonly text: string;
  readonly bibtex: string;
}

const PAPER = {
  title: 'Auditing f-Differential Privacy in One Run',
  authors: ['Saeed Mahloujifar', 'Luca Melis', 'Kamalika Chaudhuri'],
};

/** This program in the version that was used, and the paper whose method it is. */
export function citations(version: string): Citation[] {
  const software = 'onerun: audit differential privacy from one training run';
  return [
    {
      what: 'This program',
      text: `${software}. Version ${version}. Computer program.`,
      bibtex: `@misc{onerun,
  title = {{${software}}},
  note = {Computer program, version ${version}}
}`,
    },
    {
      what: 'The method',
      text: `${PAPER.authors.slice(0, -1).join(', ')} and ${PAPER.authors[PAPER.authors.length - 1]}. ${PAPER.title}.`,
      bibtex: `@misc{mahloujifar-auditing,
  author = {${PAPER.authors.map(lastNameFirst).join(' and ')}},
  title = {Auditing $f$-Differential Privacy in One Run}
}`,
    },
  ];
}

function lastNameFirst(name: string): string {
  const [first, last] = name.split(' ');
  return `${last}, ${first}`;
}
