import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from './process.ts';
import { temporaryFolder } from './temporary.ts';

/** Builds the documentation site, as `npm run docs` does after the app was built, and returns its folder. */
export async function buildSite(): Promise<string> {
  execFileSync('npm', ['run', '--silent', 'docs:pages'], { cwd: ROOT, stdio: 'pipe' });
  const folder = join(temporaryFolder(), 'site');
  const vitepress = join(ROOT, 'node_modules/vitepress/bin/vitepress.js');
  const child = spawn(process.execPath, [vitepress, 'build', 'site', '--outDir', folder], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`the site could not be built: ${said}`);
  return folder;
}

/** A page of a built site: its text, and the names of the places in it. */
export interface BuiltPage {
  readonly text: string;
  readonly places: ReadonlySet<string>;
}

/** The pages of a built site by their paths, without those of the app. */
export function builtPages(folder: string): Map<string, BuiltPage> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => name.endsWith('.html') && !name.startsWith('app/'))
      .map((name) => {
        const text = readFileSync(join(folder, name), 'utf8');
        return [name, { text, places: new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)) }];
      }),
  );
}

/** Where the links of a page that stay on the site lead, as paths from its root, with the place in the page. */
export function linksOf(name: string, { text }: BuiltPage): { file: string; place: string }[] {
  return [...text.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)]
    .map(([, href]) => href.replaceAll('&amp;', '&'))
    .filter((href) => !/^[a-z]+:/.test(href))
    .map((href) => {
      const [path, place = ''] = href.split('#');
      const file = path === '' ? name : posix.join(posix.dirname(name), decodeURI(path.split('?')[0]));
      return {
        file: /(^\.|\/)$/.test(file) ? posix.join(file, 'index.html') : file,
        place: decodeURIComponent(place),
      };
    });
}
