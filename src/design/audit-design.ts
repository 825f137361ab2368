import type { AuditFile, AuditProvenance, AuditRun, FixedSources, SeedSource } from '../audit/index.ts';
import type { DesignChoices } from '../audit-choices.ts';
import type { Limits } from '../io/index.ts';
import type { RecordedHashes } from './manifest-file.ts';

/** The design of an audit: what was chosen, where that came from, and the files to read. */
export interface AuditDesign extends DesignChoices {
  readonly seedFrom?: SeedSource;
  /** How many canaries, options and runs a plan was made for. */
  readonly plannedFor?: { readonly m: number; readonly k: number; readonly runs: number };
  /** Whether the user said that the audit may depart from the plan. */
  readonly departsFromPlan: boolean;
  readonly departures: readonly string[];
  readonly files: readonly AuditFile[];
  readonly paths: readonly string[];
  readonly assignment?: string;
  readonly commitment?: string;
  /** Of the score file and the assignment, as a manifest recorded them. */
  readonly sha256?: RecordedHashes;
  /** When the run was made, by its manifest. */
  readonly made?: string;
  /** What all randomness of the training came from, by its manifest. */
  readonly trainingSeed?: string | number;
  /** Where choices stand that were fixed in advance. */
  readonly fixedBy: FixedSources;
  /** Of several run folders: the design of each. */
  readonly folders?: readonly AuditDesign[];
}

/** How the files are to be read, beyond what the design says. */
export interface ReadingOptions {
  readonly in?: string;
  readonly out?: string;
  readonly includedColumn?: string;
  readonly idColumn?: string;
  /** The column that tells the runs of one file apart; `none` where no column does. */
  readonly runColumn?: string;
  readonly limit?: Partial<Limits>;
}

/** The runs of an audit as they were read, and what is known about where they come from. */
export interface ReadAudit {
  readonly runs: readonly AuditRun[];
  readonly provenance: Pick<AuditProvenance, 'files' | 'commitment' | 'departures'>;
  /** The tie-breaking seed from the commitment, where nothing else states one. */
  readonly seed: { readonly seed: string; readonly seedFrom: SeedSource } | null;
  /** Options per canary, as the design or the commitment states them. */
  readonly options?: number;
}
