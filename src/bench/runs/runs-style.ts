/** The style of the figure of several runs; it goes with that of the figure of one. */
export const RUNS_CSS = `.r-counting{fill:var(--b-claim);opacity:.08}.r-threshold{stroke:var(--b-claim);stroke-width:2}
.r-reached{fill:var(--b-bad);stroke:var(--b-card);stroke-width:1}.r-missed{fill:var(--b-card);stroke:var(--b-quiet);stroke-width:1.6}
.b-text.r-reached-count{font-weight:700;fill:var(--b-bad)}.b-text.r-count{fill:var(--b-quiet)}
.r-in-count{fill:var(--b-in);opacity:.6}.r-out-count{fill:var(--b-out);opacity:.6}
.bench-rows>svg{height:auto}
.bench svg.bench-key{display:inline-block;width:14px;height:12px;vertical-align:-1px;margin:0 .25rem 0 .6rem}
.bench .bench-keys{margin:0;max-width:none;font-size:13px;color:var(--b-quiet)}
@media screen{.bench-rows{overflow:auto hidden}.bench-rows>svg{min-width:60rem}}
`;
