import { TERMS } from '../../src/glossary.ts';

/** Where a term is explained at length. */
const PAGES: Readonly<Record<string, string>> = {
  'differential privacy': 'one-run.md',
  'DP-SGD': '../dpsgd.md',
  canary: 'one-run.md',
  commitment: '../audit.md',
  'run folder': '../audit.md',
  'sampling rate': '../dpsgd.md',
  'white-box, black-box': '../mechanisms.md#the-attacks-and-what-they-assume',
  score: '../scores.md',
  guess: 'evidence.md',
  sides: '../theorems/one-side.md',
  claim: 'claims.md',
  'trade-off curve': 'claims.md#the-trade-off-curve',
  epsilon: 'claims.md#epsilon-and-delta',
  delta: 'claims.md#epsilon-and-delta',
  family: 'claims.md#families-and-what-a-number-rests-on',
  'p-value': '../theorems/smallest-p-value.md',
  design: 'power.md',
  power: 'power.md',
  neighbours: '../theorems/exchange.md',
  method: '../bounds.md',
  certificate: '../theorems/certificates.md',
  advantage: '../risk.md',
  posterior: '../risk.md#two-posteriors',
  ledger: '../several-runs.md',
  'e-value': '../theorems/several-runs.md',
};

/** What others call it; onerun does not. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  record: ['example', 'data point'],
  assignment: ['membership bits'],
  'run folder': ['run directory'],
  attack: ['adversary', 'attacker', 'distinguisher'],
  score: ['membership score'],
  claim: ['guarantee', 'promise', 'hypothesis'],
  'trade-off curve': ['trade-off function'],
  'proved epsilon': ['empirical epsilon', 'epsilon lower bound'],
  refuted: ['rejected'],
  tau: ['significance level'],
  advantage: ['membership advantage'],
  'target, reference model': ['shadow model'],
};

/** The page with all words, made from the list that help, reports and the app use. */
export function wordsPage(): string {
  const rows = TERMS.map(({ term, meaning }) => {
    const page = PAGES[term];
    const name = page === undefined ? term : `[${term}](${page})`;
    return `| ${name} | ${meaning.replace(/[|<>*_[\]]/g, (sign) => `\\${sign}`)} | ${(ELSEWHERE[term] ?? []).join('; ')} |`;
  });
  return `# Words

One name for each thing, on every page, in the program and in the app: this page is made from the list that the program uses. Read it from the top; most words rest on earlier ones. The last column has names that others use for it.

| word | meaning | elsewhere |
|---|---|---|
${rows.join('\n')}
`;
}
