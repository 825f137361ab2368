/** Runs every benchmark, or those named: npm run bench -- bound */
const all = ['bound', 'optimal', 'one-sided', 'accountant', 'calibration', 'audit', 'reproduce', 'training'];
const chosen = process.argv.slice(2);
for (const name of chosen.length === 0 ? all : chosen) {
  console.log(`== ${name} ==`);
  await import(`./${name}.js`);
}
