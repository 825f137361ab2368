import type { PageScript } from '../../../src/report/index.ts';

/**
 * The script that makes the figure of a report live, fetched when a report is wanted. Null where the host
 * does not have the file that was built with the app: the figure then stands still.
 */
export async function fetchReportScript(): Promise<PageScript | null> {
  const { file, sha256 } = __REPORT_SCRIPT__;
  try {
    const answer = await fetch(file, { integrity: `sha256-${sha256}` });
    return answer.ok ? { text: await answer.text(), sha256 } : null;
  } catch {
    return null;
  }
}
