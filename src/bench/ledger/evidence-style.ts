/** The rules of what is drawn of a ledger, in a page and in a file. */
export const EVIDENCE_RULES = `.l-path{fill:none;stroke:var(--b-in);stroke-width:2}
.l-added{fill:var(--b-in);stroke:var(--b-card);stroke-width:1.5}.l-started{fill:var(--b-card);stroke:var(--b-in);stroke-width:1.8}.l-void{fill:none;stroke:var(--b-out);stroke-width:2}
.l-refuted{fill:none;stroke:var(--b-bad);stroke-width:2.4}
.l-gain{fill:var(--b-in);opacity:.75}.l-loss{fill:var(--b-out);opacity:.75}
`;

/** The style of the figure of a ledger; it goes with that of the figure of one audit. */
export const EVIDENCE_CSS = `.bench-evidence{position:relative;height:380px;cursor:crosshair}
${EVIDENCE_RULES}.bench-entries{position:absolute;inset:0}
.bench-ledger .bench-said{min-height:3em}
`;
