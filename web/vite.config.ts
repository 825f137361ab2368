import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import manifest from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('.', import.meta.url));
const outDir = fileURLToPath(new URL('../dist/web', import.meta.url));

/** The script of HTML reports, which the library's build made. */
const reportScript = readFileSync(new URL('../dist/report-script.js', import.meta.url));
const digest = createHash('sha256').update(reportScript).digest();
const reportScriptFile = `assets/report-script-${digest.toString('hex').slice(0, 8)}.js`;

/** Tells the service worker which files there are, so that the app works without a network. */
function listFiles(): Plugin {
  return {
    name: 'list-files',
    closeBundle() {
      const script = join(outDir, 'sw.js');
      const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'sw.js')
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(outDir.length + 1)
            .replaceAll('\\', '/'),
        )
        .sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(join(outDir, file)));
      const text = readFileSync(script, 'utf8')
        .replace(/(["'`])__FILES__\1/, () => JSON.stringify(files.filter((file) => file !== 'index.html')))
        .replace('__VERSION__', hash.digest('hex').slice(0, 16));
      writeFileSync(script, text);
    },
  };
}

/** Puts the script of HTML reports beside the app. */
function putReportScript(): Plugin {
  return {
    name: 'put-report-script',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: reportScriptFile, source: reportScript });
    },
  };
}

export default defineConfig({
  root,
  base: './',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  define: {
    __ONERUN_VERSION__: JSON.stringify(manifest.version),
    __REPORT_SCRIPT__: JSON.stringify({ file: reportScriptFile, sha256: digest.toString('base64') }),
    // Plot moves lines by half a pixel on coarse screens; a report must not depend on the screen.
    'window.devicePixelRatio': '2',
  },
  worker: { format: 'es' },
  plugins: [putReportScript(), listFiles()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: join(root, 'index.html'), sw: join(root, 'src/sw.ts') },
      output: {
        // Data that few ask for lie apart: the service worker keeps them once they were fetched.
        assetFileNames: ({ originalFileNames }) =>
          originalFileNames.some((file) => /(examples\/(cifar10|mnist-runs)|docs\/reproduction)\//.test(file))
            ? 'late/[name]-[hash][extname]'
            : 'assets/[name]-[hash][extname]',
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
