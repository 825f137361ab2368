/** The rules of what is drawn of several runs, in a page and in a file. */
export const RUNS_RULES = `.r-counting{fill:var(--b-claim);opacity:.08}.r-threshold{stroke:var(--b-claim);stroke-width:2}
.r-reached{fill:var(--b-bad);stroke:var(--b-card);stroke-width:1}.r-missed{fill:var(--b-card);stroke:var(--b-quiet);stroke-width:1.6}
.b-text.r-reached-count{font-weight:700;fill:var(--b-bad)}.b-text.r-count{fill:var(--b-quiet)}
.r-in-count{fill:var(--b-in);opacity:.6}.r-out-count{fill:var(--b-out);opacity:.6}
`;

/** The style of the figure of several runs; it goes with that of the figure of one. */
export const RUNS_CSS = `.bench-rows{position:relative;cursor:crosshair}
.bench-rows>svg{height:auto}
${RUNS_RULES}.r-looked-row{fill:var(--b-ink);opacity:.06}
.bench-live .bench-rows .r-label{display:none}
.bench .bench-run{position:absolute;left:0;top:0;margin:0;padding:0 2px;border:0;background:none;text-align:left;font-size:13px;min-height:24px;max-width:none;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;text-decoration:underline;text-underline-offset:3px;text-decoration-color:var(--b-line)}
.bench .bench-run[aria-disabled=true]{text-decoration:none;cursor:default}
.bench .bench-rows .bench-run:hover{background:none;text-decoration-color:currentColor}
.bench-pile{position:absolute;inset:0 0 40px}
.bench-runs .bench-said{min-height:3em}
.bench svg.bench-key{display:inline-block;width:14px;height:12px;vertical-align:-1px;margin:0 .25rem 0 .6rem}
.bench .bench-keys{margin:0;max-width:none;font-size:13px;color:var(--b-quiet)}
.bench[data-mode=one-run]{border-style:dashed;border-color:var(--b-open)}.bench[data-mode=one-run] .bench-mode{color:var(--b-open);font-weight:700}
`;
