/**
 * What was fixed before scores were seen, by a user, by a plan, by the manifest of a run folder, and the
 * audit that keeps to it; of files on a disk or given to a browser.
 */
export { choicesOf } from '../audit-choices.ts';
export type { AuditDesign, ReadAudit, ReadingOptions } from './audit-design.ts';
export { auditOfDesign } from './audit-of-design.ts';
export { type CommittedTexts, saltOfTexts } from './commitment-file.ts';
export { canonical } from './design-choices.ts';
export { designOfAuditIn, designOfManifest, filesOf } from './design-of-audit.ts';
export { type HashedDocument, parseDocument, readHashedIn } from './document.ts';
export { type FilePlace, wholeBytes } from './file-place.ts';
export { givenFiles } from './given-files.ts';
export { readAuditRunsIn } from './read-audit.ts';
export { readPairIn, readRunsIn } from './read-files.ts';
