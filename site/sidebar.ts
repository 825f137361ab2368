/** One page in the sidebar: what it is called there, and its Markdown file, as it lies in the repository. */
type Entry = readonly [name: string, file: string];

interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/**
 * The pages of the site in their order. A new page is one line here; a test fails where a page of docs/ is in no group.
 */
export const GROUPS: readonly Group[] = [
  {
    name: 'Start in five minutes',
    entries: [
      ['A trained model and its losses', 'docs/losses.md'],
      ['Reviewer', 'docs/reviewer.md'],
    ],
  },
  {
    name: 'Concepts',
    entries: [
      ['One run, many canaries', 'docs/concepts/one-run.md'],
      ['What a claim says', 'docs/concepts/claims.md'],
      ['What counts as evidence', 'docs/concepts/evidence.md'],
      ['What a design can notice', 'docs/concepts/power.md'],
      ['Words', 'docs/concepts/words.md'],
    ],
  },
  {
    name: 'How to audit',
    entries: [
      ['From scores to a verdict', 'docs/audit.md'],
      ['Plan before training', 'docs/planning.md'],
      ['Make scores from losses', 'docs/scores.md'],
      ['Several runs and ledgers', 'docs/several-runs.md'],
      ['Many games in one training', 'docs/rounds.md'],
      ['Watch epsilon while you train', 'docs/watch.md'],
      ['Hundreds of audits at once', 'docs/audit-all.md'],
      ['One canary in many runs', 'docs/classical-audit.md'],
      ['The app in your browser', 'docs/web.md'],
    ],
  },
  {
    name: 'How to audit with',
    entries: [
      ['Python', 'docs/python.md'],
      ['PyTorch', 'docs/pytorch.md'],
      ['Opacus', 'docs/opacus.md'],
      ['JAX', 'docs/jax.md'],
      ['Language models', 'docs/llm.md'],
      ['Your own mechanism', 'docs/mechanisms.md'],
      ['Several machines', 'docs/cluster.md'],
      ['Continuous integration', 'docs/ci.md'],
    ],
  },
  {
    name: 'Reference',
    entries: [
      ['Command line', 'docs/reference/command-line.md'],
      ['Claims', 'docs/claims.md'],
      ['Risk to one record', 'docs/risk.md'],
      ['DP-SGD', 'docs/dpsgd.md'],
      ['Bounds', 'docs/bounds.md'],
      ['Files and schemas', 'docs/reference/files.md'],
      ['Library', 'docs/api/README.md'],
      ['Python names', 'docs/reference/python.md'],
    ],
  },
  {
    name: 'Theorems and proofs',
    entries: [
      ['Overview', 'docs/theorems/overview.md'],
      ['Theorem 1', 'docs/theorems/theorem-1.md'],
      ['Certificates', 'docs/theorems/certificates.md'],
      ['The smallest p-value', 'docs/theorems/smallest-p-value.md'],
      ['Guesses on one side', 'docs/theorems/one-side.md'],
      ['Exchanged records', 'docs/theorems/exchange.md'],
      ['Ties and choices', 'docs/theorems/ties.md'],
      ['Several runs', 'docs/theorems/several-runs.md'],
      ['Rounds in Coq', 'docs/theorems/rounds.md'],
      ['Check a certificate yourself', 'docs/theorems/verifier.md'],
    ],
  },
  {
    name: 'Measured',
    entries: [
      ['The paper’s figures', 'docs/reproduction.md'],
      ['Performance', 'docs/performance.md'],
      ['Reliability', 'docs/reliability.md'],
    ],
  },
  {
    name: 'Project',
    entries: [
      ['Changelog', 'CHANGELOG.md'],
      ['Installing', 'docs/installing.md'],
      ['Architecture', 'ARCHITECTURE.md'],
      ['Contributing', 'CONTRIBUTING.md'],
    ],
  },
];
