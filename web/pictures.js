/**
 * Makes the pictures of the app: node web/pictures.js [VIEW ...] (after npm run build). Every view at four
 * widths goes to docs/images/views, the dark scheme at two of them; the pictures of the README to docs/images.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'onerun-pictures-'));
const server = spawn(process.execPath, [at('dist/cli.js'), 'web', '--no-open', '--json', '--port', '0']);
const { url } = JSON.parse(await new Promise((resolve) => server.stdout.once('data', resolve)));
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

const report = join(folder, 'report.html');
try {
  const claim = ['--claim', 'gaussian(sigma=1)', '--seed', '1'];
  execFileSync(process.execPath, [
    at('dist/cli.js'),
    'audit',
    at('examples/half-noise.csv'),
    ...claim,
    '--report',
    report,
  ]);
} catch {
  // The claim is refuted, which is an exit code of its own.
}

/** Each view: its address, what must be there, and from where it is shown. */
const VIEWS = {
  audit: { at: `${url}#/audit`, wait: '.drop', from: null },
  verdict: { at: `${url}#/audit?example=half-noise`, wait: '.bench .bench-cut', from: '.bench' },
  explore: { at: `${url}#/explore?seed=3`, wait: '.bench .bench-cut', from: null },
  plan: { at: `${url}#/plan`, wait: '.drawing > svg', from: null },
  learn: { at: `${url}#/learn?step=games`, wait: '.bench', from: null },
  compare: { at: `${url}#/compare`, wait: '.bench .bench-cut', from: null },
  gallery: { at: `${url}#/gallery`, wait: 'main a', from: null },
  report: { at: pathToFileURL(report).href, wait: '.bench .bench-cut', from: null },
};
const SIZES = [
  [390, 844],
  [820, 1180],
  [1280, 720],
  [1440, 900],
];

/** What is shown under an address, once nothing is at work. */
async function picture(path, { at: address, wait, from }, [width, height], colorScheme) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator(wait).first().waitFor({ state: 'attached' });
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy=true]') && !document.querySelector('.waiting')?.textContent,
  );
  await page.waitForTimeout(700);
  if (from !== null)
    await page
      .locator(from)
      .first()
      .evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 12));
  await page.screenshot({ path: at(path) });
  await context.close();
}

mkdirSync(at('docs/images/views'), { recursive: true });
const wanted = process.argv.slice(2);
for (const [name, view] of Object.entries(VIEWS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const size of SIZES) await picture(`docs/images/views/${name}-${size[0]}.png`, view, size, 'light');
  for (const size of [SIZES[0], SIZES[2]])
    await picture(`docs/images/views/${name}-${size[0]}-dark.png`, view, size, 'dark');
}
if (wanted.length === 0) {
  await picture('docs/images/web-audit.png', VIEWS.verdict, [1180, 660], 'light');
  await picture('docs/images/web-explore.png', VIEWS.explore, [1280, 720], 'light');
}
await browser.close();
server.kill('SIGINT');
rmSync(folder, { recursive: true });
