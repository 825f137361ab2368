import { readFile } from 'node:fs/promises';
import { sha256Of } from '../input/sha256.ts';
import { type FileKind, head } from './kinds.ts';

/** What `onerun audit --json=FILE` writes. */
export const AUDIT_JSON: FileKind = {
  what: 'a result of onerun audit',
  made: async (path) => /^\s*\{\s*"schema"\s*:\s*"onerun-audit\//.test(await head(path)),
};

const JUNIT_MARK = '<!-- made by onerun -->';

export const JUNIT: FileKind = {
  what: 'a JUnit file of onerun',
  made: async (path) => {
    const text = await head(path);
    return text.startsWith('<?xml ') && text.includes(JUNIT_MARK);
  },
};

/** A JUnit file with the mark that it is ours, behind its first line. */
export function markedJunit(xml: string): string {
  return xml.replace('\n', `\n${JUNIT_MARK}\n`);
}

const MARKDOWN_MARK = /\n<!-- made by onerun \(check ([0-9a-f]{16})\) -->\n$/;

/** A summary in Markdown. People add to such files, so one whose check no longer holds is theirs. */
export const MARKDOWN: FileKind = {
  what: 'a summary as onerun wrote it',
  made: async (path) => {
    const text = await readFile(path, 'utf8');
    const [, check] = MARKDOWN_MARK.exec(text) ?? [];
    return check !== undefined && check === markdownCheck(text.replace(MARKDOWN_MARK, ''));
  },
};

const markdownCheck = (body: string) => sha256Of(body).slice(0, 16);

/** Markdown with the mark that it is ours, at its end and unseen. */
export function markedMarkdown(body: string): string {
  return `${body}\n<!-- made by onerun (check ${markdownCheck(body)}) -->\n`;
}
