import type { MarkdownOptions } from 'vitepress';

/** The reader of Markdown, as VitePress hands it on. */
export type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** What VitePress tells about the page that is read. */
export interface PageEnv {
  readonly path: string;
  /** Where the file lies, if the page lies elsewhere in the site. */
  readonly realPath?: string;
}
