/** The files that name the version, and how each becomes that of a release. */

/** What a release may be called: both npm and Python write it so. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** Throws where a version is none, or not later than the one before. */
export function checkVersion(version, before) {
  if (!VERSION.test(version)) throw new Error(`invalid version; must be like 1.2.3: ${version}`);
  const [now, then] = [version, before].map((text) => text.split('.').map(Number));
  const at = now.findIndex((number, i) => number !== then[i]);
  // The first release may be of the version that is there.
  if (at >= 0 && now[at] < then[at])
    throw new Error(`invalid version; must not be before ${before}: ${version}`);
}

/** Replaces one text that is there, and throws where it is not: a file that changed its form is not passed over. */
function replaced(text, pattern, by, name) {
  if (text.search(pattern) < 0) throw new Error(`${name} has no ${pattern}`);
  return text.replace(pattern, by);
}

/** The heading of the next changes, of which there are none yet. */
const UNRELEASED = '## Unreleased\n';

/** The changelog with the section of the release dated, and the text of that section. */
export function datedChangelog(text, version, date) {
  const [before, rest] = text.split(UNRELEASED);
  if (rest === undefined) throw new Error('CHANGELOG.md has no section Unreleased');
  const section = rest.split(/^## /m)[0].trim();
  if (section === '') throw new Error('the section Unreleased of CHANGELOG.md is empty: nothing to release');
  return { text: `${before}${UNRELEASED}\n## ${version} (${date})\n${rest}`, section };
}

/** The day and the section of a version that the changelog has already, or null. */
export function releasedSection(text, version) {
  const [, rest] = text.split(`\n## ${version} (`);
  const found = /^(\d{4}-\d\d-\d\d)\)\n/.exec(rest ?? '');
  if (found === null) return null;
  const { 0: heading, 1: date } = found;
  const unreleased = text.split(UNRELEASED)[1]?.split(/^## /m)[0].trim();
  return { date, section: rest.slice(heading.length).split(/^## /m)[0].trim(), isLast: unreleased === '' };
}

/** How each file changes: name of the file to a function of its text. */
export function versionEdits(before, version, date) {
  // What the program prints, and what its packages are called, as pages show it.
  const named = new RegExp(`(Program: onerun |\\bonerun-)${before.replaceAll('.', '\\.')}(?!\\d)`, 'gm');
  const page = (name) => [name, (text) => replaced(text, named, `$1${version}`, name)];
  return Object.fromEntries([
    ['package.json', (text) => replaced(text, /("version": ")[^"]*/, `$1${version}`, 'package.json')],
    ['package-lock.json', (text) => lockEdit(text, version)],
    [
      'python/pyproject.toml',
      (text) => replaced(text, /^(version = ")[^"]*/m, `$1${version}`, 'pyproject.toml'),
    ],
    [
      'python/src/onerun/__init__.py',
      (text) => replaced(text, /^(__version__ = ")[^"]*/m, `$1${version}`, '__init__.py'),
    ],
    ['CITATION.cff', (text) => citationEdit(text, version, date)],
    ...['README.md', 'docs/ci.md', 'docs/classical-audit.md', 'docs/release.md'].map(page),
    ['CHANGELOG.md', (text) => datedChangelog(text, version, date).text],
  ]);
}

/** The lock file names the version of the package twice, before those of its dependencies. */
function lockEdit(text, version) {
  const lock = JSON.parse(text);
  lock.version = version;
  lock.packages[''].version = version;
  return `${JSON.stringify(lock, null, 2)}\n`;
}

function citationEdit(text, version, date) {
  const undated = text.replace(/^date-released: .*\n/m, '');
  return replaced(
    undated,
    /^version: .*\n/m,
    `version: ${version}\ndate-released: ${date}\n`,
    'CITATION.cff',
  );
}
