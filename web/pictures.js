/** Makes the pictures of the app for the README: node web/pictures.js (after npm run build). */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const server = spawn(process.execPath, [at('dist/cli.js'), 'web', '--no-open', '--json', '--port', '0']);
const { url } = JSON.parse(await new Promise((resolve) => server.stdout.once('data', resolve)));
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

/** What is shown under an address, once it is all there, from an element on. */
async function picture(name, hash, { from, width, height }) {
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(url + hash);
  await page.locator('.drawing > svg').nth(1).waitFor();
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy=true]') && !document.querySelector('.waiting')?.textContent,
  );
  await page
    .locator(from)
    .first()
    .evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 16));
  await page.screenshot({ path: at(`docs/images/${name}.png`) });
  await context.close();
}

await picture('web-audit', '#/audit?example=half-noise', { from: '.verdict', width: 960, height: 1290 });
await picture('web-explore', '#/explore?m=10000&guesses=500&correct=468', {
  from: '.workbench',
  width: 1180,
  height: 1110,
});
await browser.close();
server.kill('SIGINT');
