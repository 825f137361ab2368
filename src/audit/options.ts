import type { DesignChoices } from '../audit-choices.ts';
import type { Method } from '../types.ts';
import type { FixedSources } from './fixed.ts';
import type { AuditProvenance } from './records.ts';
import type { SeedSource } from './result.ts';

/** What is chosen for an audit, and what its caller knows. */
export interface AuditOptions extends Omit<DesignChoices, 'scoreColumn' | 'seed'> {
  /** Chooses among equal scores: fixed before the scores were seen, or left out for a fresh one. */
  readonly seed?: string | number;
  /** All methods unless stated. */
  readonly methods?: readonly Method[];
  readonly seedFrom?: SeedSource;
  /** No verdict from a design that is less likely than this to catch the violation. */
  readonly requirePower?: number;
  /** Whether to prepare plots. */
  readonly plots?: boolean;
  /** Where choices that were fixed in advance stand; `stated` unless the caller knows better. */
  readonly fixedBy?: FixedSources;
  /** What the caller knows about where all this comes from. */
  readonly provenance?: Partial<
    Pick<AuditProvenance, 'version' | 'command' | 'files' | 'commitment' | 'departures'>
  >;
}
