/** What a page of many audits adds to the style of reports. */
export const MANY_CSS = `
th button:focus-visible{outline:3px solid var(--link);outline-offset:2px}
main:has(.sortable),header:has(+main .sortable),main:has(.sortable)+footer{max-width:84rem}
.sortable{width:100%;font-size:.94rem}
.sortable :is(th,td){padding:.35rem .5rem}
.sortable thead th{white-space:normal;vertical-align:bottom}
.sortable .name{min-width:9rem}
.sortable .verdict-cell{min-width:17rem}
.sortable .verdict-cell p{margin:.2rem 0 0;font-size:.92em;line-height:1.4;color:var(--quiet)}
.row-passed .verdict-cell strong{font-weight:400}
.row-refuted .verdict-cell strong{color:var(--bad)}
.row-open .verdict-cell strong{color:var(--open)}
th button{font:inherit;font-weight:700;color:inherit;background:none;border:0;padding:0;margin:0;cursor:pointer;text-align:inherit}
th button::after{content:"\\2195";content:"\\2195"/"";display:inline-block;width:1.2em;text-align:center;color:var(--quiet)}
th[aria-sort=ascending] button::after{content:"\\2191";content:"\\2191"/"";color:var(--text)}
th[aria-sort=descending] button::after{content:"\\2193";content:"\\2193"/"";color:var(--text)}
.said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media screen and (max-width:34rem){
.sortable thead:has(button){position:static;width:auto;height:auto;clip-path:none}
.sortable thead tr:has(button){display:flex;flex-wrap:wrap;gap:.4rem}
.sortable thead tr th:has(button){display:block;padding:0;border:1px solid var(--line);border-radius:.3rem}
.sortable th button{padding:.5rem .6rem;min-height:2.75rem}
tbody .verdict-cell,tbody .verdict-cell+td{grid-column:1/-1;min-width:0}
}
@media print{
a{color:inherit;text-decoration:none}
th button::after{content:none}
.sortable{font-size:8.5pt}
.sortable .verdict-cell{min-width:11rem}
.sortable .name{min-width:0}
}
`;
