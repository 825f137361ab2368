/** The style of the page: system fonts, a light and a dark theme, narrow screens, print. */
export const AUDIT_CSS = `
:root{color-scheme:light dark;--ground:#fff;--text:#1b1b1b;--quiet:#555;--line:#c8c8c8;--shade:#f3f5f7;--link:#00548a;--bad:#a3230f;--good:#1f6032;--open:#7a4a00}
@media screen and (prefers-color-scheme:dark){:root{--ground:#16181b;--text:#ececec;--quiet:#b8b8b8;--line:#4a4e54;--shade:#22262b;--link:#8cc8f5;--bad:#ff9a88;--good:#8fd6a2;--open:#f0c070;--plot-ground:#16181b;--plot-ink:#ececec;--plot-quiet:#b8b8b8;--plot-grey:#9a9a9a;--plot-blue:#6cb8ea;--plot-pale:#24455c;--plot-orange:#ff9b57;--plot-green:#4fd1a5;--plot-claim:#dc9cf0;--plot-seen:#eceae6;--plot-band:#3f444a;--plot-proved:#58cfcf;--plot-most:#1f4a4c}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:64rem;margin:0 auto;padding:0 1rem}
header,main:first-child{padding-top:1.5rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1.2rem;margin:2.2rem 0 .6rem;padding-bottom:.2rem;border-bottom:1px solid var(--line)}
p,dl,ul,pre{margin:.6rem 0}
p,li,dd{max-width:46rem}
.quiet,footer{color:var(--quiet)}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.verdict{border-left:.5rem solid var(--open);background:var(--shade);padding:.6rem 1rem;margin:1rem 0}
.verdict.refuted{border-color:var(--bad)}
.verdict.not-refuted{border-color:var(--good)}
h2.mark{font-size:1.4rem;margin:.2rem 0;padding:0;border:0;color:var(--open)}
.refuted h2.mark{color:var(--bad)}
.not-refuted h2.mark{color:var(--good)}
.warning{font-weight:700}
.trust{border:1px solid var(--line);border-radius:.3rem;padding:.2rem 1rem .6rem;margin:1.4rem 0}
.trust h2{margin:.5rem 0;padding:0;border:0}
.trust dl{display:grid;grid-template-columns:5rem 1fr;gap:.4rem .8rem;margin:.4rem 0}
.trust dt{margin:0}
.fold{border-bottom:1px solid var(--line)}
.fold>summary{cursor:pointer;padding:.5rem 0}
.fold>summary:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.fold>summary h2{display:inline;font-size:1.05rem;margin:0;padding:0;border:0}
dt{font-weight:700;margin-top:.6rem}
dd{margin:0}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1rem;align-items:start}
figure{margin:0;padding:.5rem;border:1px solid var(--line);border-radius:.3rem}
figure>svg{display:block;width:100%;max-width:26rem;height:auto;margin:0 auto}
figcaption{font-size:.9rem;line-height:1.45;margin-top:.4rem;color:var(--quiet)}
.scroll{position:relative;overflow-x:auto;margin:.6rem 0}
.scroll:focus-visible{outline:3px solid var(--link);outline-offset:2px}
table{border-collapse:collapse;overflow-wrap:normal}
caption{text-align:left;color:var(--quiet);padding:.2rem 0 .4rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .7rem;border-bottom:1px solid var(--line)}
thead th,thead th.number{background:var(--shade);white-space:normal}
tbody th{font-weight:400}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.long{min-width:14rem}
.name{min-width:12rem}
.interval{min-width:8.5rem}
@media (max-width:30rem){header,main,footer{padding-left:.75rem;padding-right:.75rem}figure{padding:.25rem}}
@media screen and (max-width:34rem){
table,caption,tbody{display:block}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tbody tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr));gap:.35rem .8rem;padding:.55rem 0;border-bottom:1px solid var(--line)}
tbody th,td,td.hash,tbody :is(.long,.name,.interval,.number){display:block;min-width:0;padding:0;border:0;text-align:left;white-space:normal;overflow-wrap:anywhere}
tbody th,.long,.interval,td.hash{grid-column:1/-1}
tbody th{font-weight:600}
td:empty{display:none}
tbody [data-title]::before{display:block;content:attr(data-title);content:attr(data-title)/"";color:var(--quiet);font:400 .8rem/1.3 system-ui,sans-serif}
}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.92em}
pre{background:var(--shade);padding:.6rem .8rem;white-space:pre-wrap}
td.hash{min-width:17rem;word-break:break-all;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.85em}
footer{margin-top:2.5rem;padding-bottom:2rem;font-size:.9rem}
@media print{
:root{color-scheme:light;--ground:#fff;--text:#000;--quiet:#333;--line:#999;--shade:#fff;--link:#000;--bad:#8a1c0b;--good:#164d26;--open:#5f3a00}
body{font-size:10.5pt}
header,main,footer{max-width:none;padding:0}
.verdict{border:1px solid #000;border-left-width:.5rem}
.scroll{overflow:visible}
table{font-size:9pt}
figcaption{font-size:8.5pt}
td.hash,.long,.name,.interval{min-width:0}
.plots{grid-template-columns:1fr 1fr}
figure,tr,dt,.verdict{break-inside:avoid}
h2,dt,caption{break-after:avoid}
.fold:not([open])::details-content{content-visibility:visible;display:block}
thead{display:table-header-group}
}
`;
