/**
 * How quick the live figure is in a browser: node bench/figure.js (after npm run build), about a minute.
 * Prints a table: frames during a drag, and the time from a change to what it shows. The machine should do
 * nothing else meanwhile.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { library } from './library.js';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'onerun-figure-'));
const server = spawn(process.execPath, [at('dist/cli.js'), 'web', '--no-open', '--json', '--port', '0']);
const { url } = JSON.parse(await new Promise((resolve) => server.stdout.once('data', resolve)));
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });

const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
};
const ms = (value) => `${value.toFixed(0)} ms`;
const row = (what, ...values) => console.log(`| ${[what, ...values].join(' | ')} |`);

/** A score file of so many canaries, of a mechanism with too little noise. */
function scoreFile(m) {
  const random = library.createRandom('figure');
  const rows = Array.from({ length: m }, (_, i) => {
    const bit = random.coin();
    return `c${i},${(bit / 0.8 + random.normal()).toFixed(6)},${bit}`;
  });
  const path = join(folder, `${m}.csv`);
  writeFileSync(path, `id,score,included\n${rows.join('\n')}\n`);
  return path;
}

/** The times between frames while a cut is dragged, and how much the page shifted. */
async function drag(m) {
  await page.goto(`${url}#/audit?form=gaussian&claim=gaussian(sigma%3D1)`);
  await page.reload();
  await page.getByLabel('Drop a score file here').setInputFiles(scoreFile(m));
  await page.getByText('holds the scores of').waitFor();
  await page.getByRole('button', { name: 'Audit', exact: true }).click();
  await page.locator('.bench .bench-cut').first().waitFor();
  await page.waitForTimeout(1500);
  await page.locator('.bench').evaluate((figure) => figure.scrollIntoView());
  const handle = await page.locator('.bench [data-cut=top]').boundingBox();
  await page.evaluate(() => {
    const seen = { frames: [], shift: 0, last: performance.now() };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += entry.value;
    }).observe({ type: 'layout-shift' });
    const frame = (now) => {
      seen.frames.push(now - seen.last);
      seen.last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const [x, y] = [handle.x + 14, handle.y + 60];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 150; i++) {
    await page.mouse.move(x - 2 * i, y);
    await page.waitForTimeout(10);
  }
  await page.mouse.up();
  return page.evaluate(() => ({ frames: window.seen.frames.slice(2), shift: window.seen.shift }));
}

/**
 * The times from a change of a setting to the first epsilon, the p-value and everything, as the verdict's box
 * of Explore shows them.
 */
async function answers(settings, label, values) {
  await page.goto(`${url}#/explore?${new URLSearchParams(settings)}`);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.verdict tbody tr').length > 4);
  await page.waitForFunction(() => !document.querySelector('.verdict .waiting')?.textContent);
  const times = [];
  for (const value of values) {
    times.push(
      await page
        .getByLabel(label)
        .first()
        .evaluate(
          (input, typed) =>
            new Promise((resolve) => {
              const found = {};
              const begun = performance.now();
              const box = document.querySelector('.verdict');
              const look = () => {
                const rows = [...box.querySelectorAll('tbody tr')];
                const tests = [...box.querySelectorAll('section:nth-of-type(2) tbody tr')];
                const isNew = (tr) => !tr.classList.contains('old');
                const after = performance.now() - begun;
                if (hasBegun && rows.some((tr) => !tests.includes(tr) && isNew(tr))) found.epsilon ??= after;
                if (hasBegun && tests.some(isNew)) found.pValue ??= after;
                if (hasBegun && rows.every(isNew) && !box.querySelector('.waiting').textContent) {
                  found.all ??= after;
                  observer.disconnect();
                  resolve(found);
                } else if (rows.some((tr) => !isNew(tr))) hasBegun = true;
              };
              let hasBegun = false;
              const observer = new MutationObserver(look);
              observer.observe(box, {
                subtree: true,
                childList: true,
                attributes: true,
                characterData: true,
              });
              input.value = typed;
              input.dispatchEvent(new Event('input', { bubbles: true }));
            }),
          value,
        ),
    );
    await page.waitForTimeout(400);
  }
  return times;
}

row('measured', 'median', '95th percentile', 'most');
row('---', '---', '---', '---');
for (const m of [1000, 10_000, 1_000_000]) {
  const { frames, shift } = await drag(m);
  const what = `frame while a cut is dragged, ${m.toLocaleString('en-US')} canaries (layout shift ${shift})`;
  row(what, ms(percentile(frames, 0.5)), ms(percentile(frames, 0.95)), ms(Math.max(...frames)));
}
const DPSGD = { form: 'dpsgd', claim: 'dpsgd(noise=1, rate=0.01, steps=1000)' };
const CASES = [
  ['Gaussian claim, another count', {}, /^Right guesses \(c\)$/, [80, 85, 91, 93, 95, 97, 98, 99]],
  ['Gaussian claim, another noise', {}, /^Noise/, ['1.1', '1.2', '0.9', '0.8', '1.3', '2']],
  ['DP-SGD claim, another count', DPSGD, /^Right guesses \(c\)$/, [60, 65, 70, 75, 80, 85]],
  ['DP-SGD claim, another noise', DPSGD, /^Noise/, ['1.1', '1.2', '0.9', '0.8', '1.3', '2']],
];
for (const [what, settings, label, values] of CASES) {
  const times = await answers(settings, label, values.map(String));
  for (const [key, name] of [
    ['epsilon', 'first epsilon'],
    ['pValue', 'p-value'],
    ['all', 'everything'],
  ]) {
    const found = times.map((one) => one[key]);
    row(`${what}: ${name}`, ms(percentile(found, 0.5)), ms(percentile(found, 0.95)), ms(Math.max(...found)));
  }
}
await page.goto(`${url}#/audit?example=half-noise`);
await page.reload();
await page.locator('.bench .bench-cut').first().waitFor();
const games = await page.evaluate(
  () =>
    new Promise((resolve) => {
      const caption = document.querySelector('[data-panel=tally] .bench-late');
      const begun = performance.now();
      new MutationObserver(() => {
        if (caption.textContent.startsWith('1,000 games')) resolve(performance.now() - begun);
      }).observe(caption, { childList: true, characterData: true, subtree: true });
      [...document.querySelectorAll('.bench button')]
        .find((one) => one.textContent === '1,000 games')
        .click();
    }),
);
row('1,000 games of 1,000 canaries', ms(games), '', '');
await browser.close();
server.kill('SIGINT');
rmSync(folder, { recursive: true });
