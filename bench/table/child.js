/** node bench/table/child.js BUNDLE CASE ARGUMENTS: one case on one bundle, its result as a line of JSON. */
const [bundle, name, args] = process.argv.slice(2);
const cases = await import('./cases.js');
console.log(JSON.stringify(await cases[name](await import(bundle), ...JSON.parse(args))));
