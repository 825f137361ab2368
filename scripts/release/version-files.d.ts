export function checkVersion(version: string, before: string): void;
export function datedChangelog(
  text: string,
  version: string,
  date: string,
): { text: string; section: string };
export function releasedSection(
  text: string,
  version: string,
): { date: string; section: string; isLast: boolean } | null;
export function versionEdits(
  before: string,
  version: string,
  date: string,
): Record<string, (text: string) => string>;
