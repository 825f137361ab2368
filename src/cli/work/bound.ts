import { bound as computeBound, type EmpiricalEpsilon, usualFamilies } from '../../audit/index.ts';
import { type Family, family } from '../../claims/index.ts';
import { InvalidInput } from '../../errors.ts';
import { checkDelta, checkTau } from '../../levels.ts';
import { checkObservation } from '../../observation.ts';
import { boundData, boundText } from '../../report/index.ts';
import type { Method, Observation } from '../../types.ts';
import { certificateNote, certificateText, checkCertificate, ownRelation } from '../audit/certificate.ts';
import { CERTIFICATE, Outputs } from '../output/index.ts';
import { definedOnly } from '../shell/defined-only.ts';
import { significance } from '../shell/options.ts';
import { type CommandOutcome, EXIT } from '../shell/outcome.ts';
import { clearProgress, withSearchProgress } from '../shell/progress.ts';

/** What may be typed for `onerun bound`. */
export interface BoundCommand {
  canaries: number;
  guesses?: number;
  correct: number;
  options: number;
  tau?: number;
  confidence?: number;
  delta?: number[];
  method: Method[];
  claim?: string;
  family?: string[];
  certificate?: string;
  force?: true;
  json?: true;
}

/** What the counts prove. */
export async function runBound(options: BoundCommand): Promise<CommandOutcome> {
  const observation: Observation = {
    m: options.canaries,
    k: options.options,
    guesses: options.guesses ?? options.canaries,
    correct: options.correct,
  };
  checkObservation(observation);
  checkCertificate(options);
  const { certificate, force } = options;
  const outputs = await Outputs.collect({ files: [[certificate, CERTIFICATE]], force });
  const tau = significance(options);
  checkTau(tau);
  const deltas = options.delta ?? [1e-5];
  deltas.forEach(checkDelta);
  const families = (options.family ?? usualFamilies(null, deltas)).map((text) => family(text));
  const found = computeBound(observation, {
    ...definedOnly({ claim: options.claim }),
    families: families.map(withSearchProgress),
    methods: options.method,
    tau,
    deltas,
  });
  clearProgress();
  const code = found.verdict?.refuted ? EXIT.refuted : EXIT.consistent;
  const notes = [...found.notes];
  if (certificate !== undefined) {
    const claim = options.claim ?? memberOf(found.results, families);
    outputs.put(certificate, certificateText(observation, claim, ownRelation(claim)));
    notes.push(certificateNote(certificate, claim));
  }
  await outputs.place();
  const report = { ...found, notes };
  return options.json === undefined ? { code, text: boundText(report) } : { code, json: boundData(report) };
}

/** The least private member of the first family that the optimal test rejects, as a claim. */
function memberOf(results: readonly EmpiricalEpsilon[], families: readonly Family[]): string {
  const row = results.find(({ method }) => method === 'optimal');
  const member = families.find(({ name }) => name === row?.family);
  if (row === undefined || member === undefined || row.parameter === null)
    throw new InvalidInput('no certificate to write; nothing was proved by the optimal test');
  return member.at(row.parameter).name;
}
