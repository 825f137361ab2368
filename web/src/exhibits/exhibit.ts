import type { AuditSettings } from '../views/audit/settings.ts';

/** Something to look at: scores, and the settings of their audit. */
export interface Exhibit {
  /** As an address has it. */
  readonly name: string;
  readonly title: string;
  readonly sentence: string;
  readonly settings: Partial<AuditSettings>;
  file(): Promise<File>;
}

/** The address at which the Audit view shows it. */
export function exhibitLink({ name, settings }: Pick<Exhibit, 'name' | 'settings'>): string {
  return `#/audit?${new URLSearchParams({ ...settings, example: name })}`;
}
