import { sourceOfAudit } from '../../../../src/bench/index.ts';
import { auditExhibit } from '../../exhibits/audited.ts';
import { exhibitNamed } from '../../exhibits/index.ts';
import { newPin, type Pin } from '../../pins.ts';

/** An honest run and one with half the noise, which stand beside each other until something is pinned. */
export function examplePins(): Promise<Pin[]> {
  return Promise.all(['sound', 'half-noise'].map(examplePin));
}

async function examplePin(name: string): Promise<Pin> {
  const exhibit = exhibitNamed(name);
  if (exhibit === undefined) throw new Error(`internal: no exhibit ${name}`);
  const source = sourceOfAudit(await auditExhibit(exhibit));
  if (source === null) throw new Error(`internal: no figure of ${name}`);
  return newPin(exhibit.title, source, '');
}
