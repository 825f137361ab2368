import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { claimUsage } from '../src/claims/index.ts';
import { programOf } from '../src/cli/shell/program.ts';
import { CLAIM_WORDS } from '../src/cli/shell/words/claim-words.ts';
import { glossaryText, textAfter } from '../src/cli/shell/words/help-words.ts';
import { TERMS, termsIn } from '../src/glossary.ts';
import { pages, readPage } from './support/pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Names that the house does not use, and what it says instead. */
const UNUSED: readonly (readonly [name: RegExp, instead: string])[] = [
  [/\b(?:privacy|the|its|this|strictest|whole|every) promises?\b(?! is tested)/i, 'claim'],
  [/\bguarantees?\b/i, 'claim'],
  [/\bhypothes[ie]s\b/i, 'claim, or family'],
  [/\bempirical epsilon\b/i, 'proved epsilon'],
  [/\badversar(?:y|ies|ial)\b/i, 'attack'],
  [/\battackers?\b/i, 'attack'],
  [/\baccus(?:e|es|ed|ers?|ing)\b/i, 'called in'],
  [/\b(?:innocent|guilty)\b/i, 'out, in'],
  [/\brun director(?:y|ies)\b/i, 'run folder'],
  [/\bscores of (?:members|others)\b/i, 'canaries in, canaries out'],
];

/** Where a text uses such a name. */
function unusedIn(text: string): string[] {
  return UNUSED.flatMap(([name, instead]) => {
    const found = name.exec(text);
    return found === null
      ? []
      : [`${text.slice(Math.max(0, found.index - 40), found.index + 40)} (${instead})`];
  });
}

const nothing = () => {};
const program = programOf(nothing, nothing, claimUsage());
const commands: readonly Command[] = program.commands.flatMap((each) => [each, ...each.commands]);

describe('the list of terms', () => {
  test('has each once, in half a sentence', () => {
    expect(new Set(TERMS.map(({ term }) => term)).size).toBe(TERMS.length);
    for (const { meaning } of TERMS) expect(meaning).toMatch(/^[a-z0-9][^\n]{5,260}[^.]$/);
  });

  test('recognises each by its own name, and each is used on some page', () => {
    const all = pages
      .filter((page) => !page.endsWith('words.md'))
      .map(readPage)
      .join('\n');
    const used = termsIn(all).map(({ term }) => term);
    expect(TERMS.map(({ term }) => term).filter((term) => !used.includes(term))).toEqual([]);
  });

  test('explains no term by a name that is not used here', () => {
    for (const { term, meaning } of TERMS) expect(unusedIn(meaning), term).toEqual([]);
  });
});

describe('help', () => {
  test('of words explains every term once', () => {
    const lines = glossaryText().trim().split('\n');
    expect(lines.map((line) => line.split(': ')[0])).toEqual(TERMS.map(({ term }) => term));
  });

  test('of curve says what each kind of claim means', () => {
    for (const [name] of claimUsage().matchAll(/[a-z-]+(?=\()/g)) expect(CLAIM_WORDS).toHaveProperty([name]);
  });

  test('uses one name for each thing', () => {
    for (const command of [program, ...commands])
      expect(
        unusedIn(`${command.helpInformation()} ${textAfter(command)}`.replace(/\s+/g, ' ')),
        command.name(),
      ).toEqual([]);
  });
});

// The others are about the code and its history.
const read = pages.filter((page) => /^(docs|README)/.test(page) && page !== 'docs/concepts/words.md');

test.each(read)('%s uses one name for each thing', (page) => {
  expect(readPage(page).split('\n').flatMap(unusedIn)).toEqual([]);
});

// Pages that are not about an audit, and two that do not have it yet.
const WITHOUT = /index|installing/;

test.each(read.filter((page) => /^docs\/(?:start\/)?[\w-]+\.md$/.test(page) && !WITHOUT.test(page)))(
  '%s leads to the words',
  (page) => {
    expect(readPage(page)).toMatch(/\]\((?:\.\.\/)?concepts\/words\.md\)/);
  },
);

test('messages, reports and the app use one name for each thing', () => {
  // Comments and names in the code follow the mathematics; what people read are texts in quotes and markup.
  const folders = ['src/report', 'src/cli', 'src/bench', 'src/audit', 'src/io', 'src/design', 'web/src'];
  for (const folder of folders)
    for (const name of readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name)) continue;
      const code = readFileSync(`${root}${folder}/${name}`, 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/^\s*\/\/.*$/gm, '');
      const texts = [...code.matchAll(/'[^'\n]* [^'\n]*'|`[^`]* [^`]*`|>[^<>{}=;]* [^<>{}=;]*</g)];
      expect(
        texts.flatMap(([text]) => unusedIn(text)),
        `${folder}/${name}`,
      ).toEqual([]);
    }
});
