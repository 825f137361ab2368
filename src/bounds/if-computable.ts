import { InvalidInput } from '../errors.ts';

/**
 * A value that depends on a member of a family, or what stands for it where that member has no curve to
 * compute.
 */
export function ifComputable<T>(value: () => T, otherwise: T): T {
  try {
    return value();
  } catch (error) {
    if (error instanceof InvalidInput) return otherwise;
    throw error;
  }
}
