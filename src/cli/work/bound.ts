import { bound as computeBound, usualFamilies } from '../../audit/index.ts';
import { family } from '../../claims/index.ts';
import { definedOnly } from '../../defined-only.ts';
import { InvalidInput } from '../../errors.ts';
import { checkDelta, checkTau, USUAL_DELTA } from '../../levels.ts';
import { observationOf, relationCompared } from '../../observation.ts';
import { quoted } from '../../quote.ts';
import { boundData, boundDetails, boundLine, boundScreen } from '../../report/index.ts';
import type { Method, Sides } from '../../types.ts';
import {
  certificateNote,
  checkCertificate,
  claimCertificate,
  epsilonCertificate,
} from '../audit/certificate.ts';
import { Outputs } from '../output/index.ts';
import { significance } from '../shell/options.ts';
import { type AskedForm, type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';
import { clearProgress, withSearchProgress } from '../shell/progress.ts';

/** What may be typed for `onerun bound`. */
export interface BoundCommand extends AskedForm {
  canaries: number;
  guesses?: number;
  correct: number;
  options: number;
  sides?: Sides;
  tau?: number;
  confidence?: number;
  delta?: number[];
  method: Method[];
  assume?: 'independent-canaries';
  claim?: string;
  family?: string[];
  certificate?: string;
  force?: true;
}

/** What the counts prove. */
export async function runBound(options: BoundCommand): Promise<CommandOutcome> {
  const { canaries: m, options: k, guesses, correct, sides } = options;
  const observation = observationOf({ m, k, correct, ...definedOnly({ guesses, sides }) });
  checkCertificate(options);
  const { certificate, force } = options;
  const outputs = await Outputs.collect({ files: [certificate], force });
  const tau = significance(options);
  checkTau(tau);
  const deltas = options.delta ?? [USUAL_DELTA];
  deltas.forEach(checkDelta);
  const families = (options.family ?? usualFamilies(null, deltas)).map((text) => family(text));
  const found = computeBound(observation, {
    ...definedOnly({ claim: options.claim }),
    families: families.map(withSearchProgress),
    methods: options.assume === undefined ? options.method : [...options.method, 'independent'],
    tau,
    deltas,
  });
  clearProgress();
  const code = found.verdict?.refuted ? EXIT.refuted : EXIT.consistent;
  const notes = [...found.notes];
  if (certificate !== undefined) {
    // A certificate has the relation of its own claim, which would be another than this output has.
    const other = (options.family === undefined ? [] : families).find(
      ({ relation }) => relationCompared(observation, relation) !== found.relation,
    );
    if (other !== undefined)
      throw new InvalidInput(
        `no certificate to write; the claim and all families must be about the same neighbours (${found.relation}): ${quoted(other.name)}`,
      );
    const { text, about } =
      options.claim === undefined || options.family !== undefined
        ? epsilonCertificate([observation], found.results, { tau, numbers: 1, runs: 1, successes: 1 })
        : claimCertificate(observation, options.claim);
    outputs.put(certificate, text);
    notes.push(certificateNote(certificate, about));
  }
  await outputs.place();
  const report = { ...found, notes };
  return {
    code,
    ...inAskedForm(
      options,
      () => boundData(report),
      () => ({ screen: boundScreen(report), line: boundLine(report), details: boundDetails(report) }),
    ),
  };
}
