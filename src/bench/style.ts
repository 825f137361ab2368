/** The colours of the figure, light and dark; those of canaries in and out can be told apart by everyone. */
const COLOURS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  in: ['#0072b2', '#62b5ee'],
  out: ['#c45200', '#ff9f5e'],
  claim: ['#86299c', '#dc9cf0'],
  proved: ['#00737a', '#58cfcf'],
  ink: ['#1b1d20', '#eceae6'],
  quiet: ['#565a60', '#b3b1ab'],
  line: ['#d8d5cc', '#3a3e44'],
  card: ['#ffffff', '#1c1f23'],
  shade: ['#f3f1ea', '#22262b'],
  bad: ['#a3230f', '#ff9a88'],
  good: ['#1f6032', '#8fd6a2'],
  open: ['#7a4a00', '#f0c070'],
};

const FONT = `system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif`;

/** The rules of everything that is drawn; `colour` turns a name into a value. */
function drawingRules(colour: (name: string) => string): string {
  return `.b-text{font:12px ${FONT};fill:${colour('ink')};paint-order:stroke;stroke:${colour('card')};stroke-width:3px;stroke-linejoin:round}
.b-tick{fill:${colour('quiet')};font-size:12px}.b-name{fill:${colour('quiet')}}
.b-axis{stroke:${colour('quiet')}}.b-grid{stroke:${colour('line')}}
.b-in{stroke:${colour('in')};stroke-linecap:round;fill:none}.b-out{stroke:${colour('out')};fill:none;stroke-width:1.3}
.b-pale{opacity:.32}.b-in-area{fill:${colour('in')};opacity:.3}.b-out-area{fill:${colour('out')};opacity:.3}
.b-in-name{fill:${colour('in')};font-weight:600}.b-out-name{fill:${colour('out')};font-weight:600}
.b-called,.b-in-name,.b-out-name{font-weight:600;stroke:none}.b-called-in{fill:${colour('in')};opacity:.09}.b-called-out{fill:${colour('out')};opacity:.09}
.b-cut{stroke:${colour('ink')};stroke-width:2}.b-fixed-cut{stroke:${colour('ink')};stroke-width:2;opacity:.45}
.b-ghost,.b-cross{stroke:${colour('quiet')};stroke-dasharray:2 3}
.b-claim{stroke:${colour('claim')};stroke-width:2;stroke-dasharray:7 4;fill:none}.b-claim-name{fill:${colour('claim')};font-weight:600}
.b-blind{stroke:${colour('quiet')};stroke-dasharray:2 4;fill:none}.b-path{stroke:${colour('ink')};stroke-width:1.4;opacity:.55;fill:none}
.b-seen{fill:${colour('ink')};stroke:${colour('card')};stroke-width:2}.b-seen-line{stroke:${colour('ink')};stroke-width:2}.b-seen-name{font-weight:600}
.b-refuting{fill:${colour('bad')};opacity:.11}.b-critical{stroke:${colour('bad')};stroke-width:1.6}.b-critical-name{fill:${colour('bad')};font-weight:600}
.b-honest .b-game{stroke:${colour('claim')};opacity:.75}.b-game{stroke:${colour('quiet')};stroke-linecap:round;fill:none}.b-alarm{stroke:${colour('bad')};stroke-width:1.3;fill:none}
.b-most{fill:${colour('proved')};opacity:.16}.b-proved{fill:${colour('proved')}}.b-model{opacity:.62}
.b-value{font-weight:700}.b-inside{fill:${colour('card')};stroke:none}.b-unknown{opacity:.45}.b-old{opacity:.35}
.b-looked{fill:none;stroke:${colour('ink')};stroke-width:2}`;
}

/** The rules for a drawing that stands alone in a file. */
export const FILE_RULES = drawingRules((name) => COLOURS[name][0]);

/** The rules for the words around it: the head of a file, and the titles of its panels. */
export const FILE_TEXT_RULES = `.b-head{font-size:17px;font-weight:700}.b-title{font-size:14px;font-weight:700}.b-said{font-size:13px}.b-quiet{font-size:13px;fill:${COLOURS.quiet[0]}}
.b-mark-refuted{fill:${COLOURS.bad[0]}}.b-mark-not-refuted{fill:${COLOURS.good[0]}}.b-mark-exploring{fill:${COLOURS.open[0]};font-weight:700}`;

const variables = Object.entries(COLOURS)
  .map(([name, [light, dark]]) => `--b-${name}:light-dark(${light},${dark})`)
  .join(';');

/** The style of the figure within a page. Heights are fixed, so that nothing moves when it is drawn. */
export const BENCH_CSS = `.bench{${variables};container-type:inline-size;color:var(--b-ink);font:14px/1.4 ${FONT};background:var(--b-card);border:1px solid var(--b-line);border-radius:.5rem;padding:.5rem .7rem .4rem;margin:1rem 0}
.bench svg{display:block;width:100%;height:100%;overflow:visible}
${drawingRules((name) => `var(--b-${name})`)}
.bench-head{display:flex;flex-wrap:wrap;gap:.2rem .9rem;align-items:center;min-height:2.1rem}
.bench-verdict{font-weight:700;margin:0;min-width:7.5em;box-sizing:border-box;border-left:.35rem solid var(--b-open);padding-left:.5rem;color:var(--b-open)}
.bench-verdict.refuted{border-color:var(--b-bad);color:var(--b-bad)}.bench-verdict.not-refuted{border-color:var(--b-good);color:var(--b-good)}
.bench-mode{margin:0;color:var(--b-quiet);flex:1 0 100%;order:1}
.bench[data-mode=exploring]{border-style:dashed;border-color:var(--b-open)}.bench[data-mode=exploring] .bench-mode{color:var(--b-open);font-weight:700}
.bench[data-mode=exploring] .b-cut{stroke-dasharray:5 4}.bench[data-mode=exploring] .bench-verdict{opacity:.75}
.bench button,.bench select{font:inherit;font-size:13px;color:inherit;background:var(--b-shade);border:1px solid var(--b-line);border-radius:.3rem;padding:.1rem .5rem;min-height:1.65rem;white-space:nowrap;max-width:9.5rem;min-width:0}
.bench button{cursor:pointer;max-width:none;flex-shrink:0}.bench button[disabled]{opacity:.45;cursor:default}
.bench :focus-visible{outline:3px solid var(--b-claim);outline-offset:1px}
.bench-field{position:relative;height:200px;touch-action:pan-y;cursor:crosshair;user-select:none}
.bench-dots{position:absolute;inset:0;width:100%;height:100%}.bench-field>svg{position:relative}
.bench-cut{position:absolute;top:10px;bottom:40px;left:0;width:28px;margin-left:-14px;cursor:ew-resize;touch-action:none}
.bench-cut::after{content:"";position:absolute;left:7px;top:calc(50% - 15px);width:14px;height:30px;border-radius:4px;background:var(--b-card);border:2px solid var(--b-ink);box-sizing:border-box}
.bench-cut:focus-visible{outline:none}.bench-cut:focus-visible::after{outline:3px solid var(--b-claim);outline-offset:1px}
.bench-look{position:absolute;left:0;bottom:0;width:100%;height:40px;pointer-events:none}
.bench-tip{position:absolute;left:0;top:0;max-width:min(24rem,90%);background:var(--b-ink);color:var(--b-card);padding:.15rem .5rem;border-radius:.3rem;font-size:13px;pointer-events:none;z-index:2}
.bench-tip[hidden]{display:none}
.bench-panels{display:grid;gap:.2rem .9rem;grid-template-columns:minmax(0,1fr)}
.bench-panel{margin:0;padding:0;border:0;background:none;min-width:0}
.bench-panel>div{position:relative;height:248px}
.bench-panel figcaption{margin:0;color:var(--b-ink);font-size:13px;line-height:1.4}
.bench-title{display:flex;align-items:center;justify-content:space-between;gap:.4rem;height:1.9rem}.bench-title strong{white-space:nowrap}
.bench-panel figcaption>.bench-late{display:block;min-height:2.8em}
.bench-tools{display:inline-flex;flex-wrap:wrap;gap:.3rem;align-items:center;min-width:0}
.bench-panel.stale g.bench-late{opacity:.4}.bench-panel.stale figcaption>.bench-late{color:var(--b-quiet)}
.bench-problem{margin:.2rem 0 0;color:var(--b-bad)}.bench-problem:empty{display:none}
.bench-said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@container (max-width:35.99rem){[data-panel=tally]>div{height:200px}}
@container (min-width:36rem){.bench-panels{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
@container (min-width:36rem) and (max-width:45.99rem){[data-panel=bars]{grid-column:1/-1}}
@container (min-width:46rem) and (max-width:64rem){.bench-panel figcaption>.bench-late{min-height:4.2em}}
@container (min-width:46rem){.bench-panels{grid-template-columns:minmax(0,1fr) minmax(0,1fr) minmax(0,1.05fr)}}
@media (prefers-reduced-motion:no-preference){.bench-late{transition:opacity .15s}}
@media print{.bench-dots,.bench-tools,.bench-cut,.bench-look,.bench-tip{display:none}.bench{break-inside:avoid}}
`;
