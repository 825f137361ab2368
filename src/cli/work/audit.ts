import type { AuditResult } from '../../audit/index.ts';
import { definedOnly } from '../../defined-only.ts';
import { type AuditDesign, filesOf } from '../../design/index.ts';
import { auditData, auditDetails, auditMarkdown, auditScreen } from '../../report/index.ts';
import type { Method } from '../../types.ts';
import { auditCertificate, checkCertificate } from '../audit/certificate.ts';
import { designOfAudit, type TypedDesign } from '../audit/design.ts';
import { auditFacts } from '../audit/facts.ts';
import { auditByDesign, whyNoVerdict } from '../audit/run-audit.ts';
import { writeFailure } from '../audit/write-failure.ts';
import { auditOutputs, checkOnePrinted, commandLine, putReport, putResults } from '../audit/write-report.ts';
import { withLimitFlag } from '../input/limit-flag.ts';
import { checkReadOnce } from '../input/read-source.ts';
import { type AskedForm, type CommandOutcome, EXIT, inAskedForm } from '../shell/outcome.ts';
import { VERSION } from '../shell/version.ts';

/** What may be typed for `onerun audit`. */
export interface AuditCommand extends TypedDesign, Omit<AskedForm, 'json'> {
  rounds?: string;
  method?: Method[];
  in?: string;
  out?: string;
  requirePower?: number;
  includedColumn?: string;
  idColumn?: string;
  runColumn?: string;
  report?: string;
  title?: string;
  plots?: string;
  certificate?: string;
  force?: true;
  /** A file, or `true` for standard output. */
  json?: string | true;
  markdown?: string | true;
  junit?: string;
}

/**
 * The Python package may ask for a page afterwards. What its plots are drawn from costs little for so many
 * canaries; with more, only a report that is asked for with the audit has plots.
 */
const DRAWN_LATER = 100_000;

/** Audits, and where that fails leaves the failure in the file of test results. */
export async function runAudit(files: readonly string[], typed: AuditCommand): Promise<CommandOutcome> {
  try {
    return await audited(files, typed);
  } catch (error) {
    await writeFailure(typed, files, error);
    throw error;
  }
}

/** What is recorded of an audit, and what holds where it is one of many. */
interface AuditSetting {
  readonly command: string;
  /** Of an audit for which nobody states one. */
  readonly tau?: number;
  readonly note?: string;
}

/** A summary for continuous integration. */
const summaryOf = (found: AuditResult) =>
  `${auditMarkdown(found)}${found.claim === null ? '\n' : ''}${flagOf(found)}`;

/** The words of a report know no flags: what they say can be stated is stated by this one. */
const flagOf = ({ claim }: AuditResult) =>
  claim === null ? 'For example: --claim "gaussian(sigma=1)"\n' : '';

/** Tells what an audit found. */
async function audited(files: readonly string[], typed: AuditCommand): Promise<CommandOutcome> {
  checkOnePrinted(typed);
  const { forPython, json, markdown, details, quiet } = typed;
  const found = await writtenAudit(files, typed, { command: forPython ?? commandLine() });
  const printed =
    markdown === true
      ? { text: summaryOf(found) }
      : inAskedForm(
          definedOnly({ forPython, details, quiet, json: json === true ? json : undefined }),
          () => auditData(found),
          () => ({
            screen: auditScreen(found),
            details: auditDetails(found),
            below: flagOf(found),
            ...(typed.report === undefined ? { more: ['--report report.html'] } : {}),
          }),
          () => ({ facts: auditFacts(found) }),
        );
  if (found.refuted) return { code: EXIT.refuted, ...printed };
  if (found.checks.every(({ passed }) => passed)) return { code: EXIT.consistent, ...printed };
  const isUnwritten = typed.certificate !== undefined && found.outcome === 'no-verdict';
  const unwritten = isUnwritten ? '; no certificate was written' : '';
  return { code: EXIT.invalid, ...printed, problem: `${whyNoVerdict(found)}${unwritten}` };
}

/** Reads the scores, tests the claim and writes the files that were asked for. */
export async function writtenAudit(
  files: readonly string[],
  typed: AuditCommand,
  { command, tau, note }: AuditSetting,
): Promise<AuditResult> {
  const { plan, assignment, commitment, in: members, out: others } = typed;
  checkReadOnce([...files, plan, assignment, commitment, members, others]);
  const stated = await designOfAudit(files, typed).catch((error: unknown) => {
    throw withLimitFlag(error);
  });
  const design = { ...definedOnly({ tau }), ...stated };
  checkCertificate(typed);
  const outputs = await auditOutputs(typed, inputsOf(design, typed));
  const plain = await auditByDesign(design, typed, {
    ...definedOnly({ requirePower: typed.requirePower, methods: typed.method }),
    plots: typed.report !== undefined || typed.plots !== undefined,
    plotsUpTo: typed.forPython === undefined ? 0 : DRAWN_LATER,
    provenance: { version: VERSION, command },
  });
  const found = note === undefined ? plain : { ...plain, notes: [...plain.notes, note] };
  if (typed.certificate !== undefined && found.outcome !== 'no-verdict')
    outputs.put(
      typed.certificate,
      auditCertificate(found, { atLeast: design.atLeast, family: typed.family }).text,
    );
  await putReport(found, typed, outputs);
  putResults(found, typed, () => summaryOf(found), outputs);
  await outputs.place();
  return found;
}

/** Every file that is read. */
function inputsOf(
  design: AuditDesign,
  { in: members, out: others, plan }: AuditCommand,
): (string | undefined)[] {
  return [...filesOf(design), plan, members, others];
}
