import { build } from 'tsdown';

/** The command line and the package are tested as built. */
export async function setup(): Promise<void> {
  await build();
}
