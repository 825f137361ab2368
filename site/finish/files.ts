import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FILES } from '../addresses.ts';

/** What programs leave behind in folders. */
const LEFT_OUT = new Set(['__pycache__', 'node_modules', 'data', 'out']);

/** Copies the files that pages link to beside the pages; of a folder, all that is in it, with a list of it. */
export function copyLinked(root: string, site: string, linked: Iterable<string>): void {
  for (const name of linked) copy(root, join(site, FILES), name);
}

function copy(root: string, files: string, name: string): void {
  const [from, to] = [join(root, name), join(files, name)];
  mkdirSync(dirname(to), { recursive: true });
  if (!statSync(from).isDirectory()) {
    cpSync(from, to);
    return;
  }
  mkdirSync(to, { recursive: true });
  const entries = readdirSync(from, { withFileTypes: true }).filter(({ name }) => !LEFT_OUT.has(name));
  for (const entry of entries) copy(root, files, `${name}/${entry.name}`);
  const links = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/index.html` : entry.name));
  writeFileSync(join(to, 'index.html'), listing(name, links));
}

function listing(folder: string, files: readonly string[]): string {
  const items = files.map((file) => `<li><a href="${encodeURI(file)}">${file}</a></li>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${folder}</title>
<style>body { font: 1rem / 1.6 system-ui, sans-serif; overflow-wrap: anywhere }</style>
</head>
<body>
<main>
<h1>${folder}</h1>
<ul>
${items}
</ul>
</main>
</body>
</html>
`;
}
