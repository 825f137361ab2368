import { printNumber } from '../../claims/index.ts';
import { dpsgdClaim } from '../../mechanisms/index.ts';
import { countOf, type Split } from '../../training/index.ts';
import { VERSION } from '../shell/version.ts';
import type { Dataset } from './dataset.ts';
import type { RunSetting } from './options.ts';

/** The manifest of a finished run: what `onerun audit` needs, and how the run was made. */
export function runManifest(
  { setting, delta }: RunSetting,
  dataset: Dataset,
  { data }: Split,
  { accuracy, epsilon }: { readonly accuracy: number; readonly epsilon: number },
  sha256: { readonly scores: string; readonly assignment: string },
  jaxVersion: string,
) {
  const { rate, steps } = setting;
  const claim = dpsgdClaim(setting, steps);
  return {
    schema: 'onerun-run/1',
    claim,
    made: new Date().toISOString(),
    scores: 'scores.csv',
    assignment: 'canaries.csv',
    commitment: 'canaries.csv.commitment.json',
    sha256,
    ...(setting.options > 2 ? { options: setting.options } : {}),
    ...(setting.attack === 'black-box' && setting.options === 2 ? { lowerIsIn: true } : {}),
    families: [`dpsgd(rate=${printNumber(rate)}, steps=${steps})`, `approx-dp(delta=${printNumber(delta)})`],
    delta,
    parameters: {
      ...setting,
      data: dataset.source,
      records: countOf(data.ordinary),
      testRecords: countOf(dataset.test),
      testAccuracy: accuracy,
      delta,
      epsilon,
      versions: { onerun: VERSION, node: process.versions.node, '@jax-js/jax': jaxVersion },
    },
  };
}
