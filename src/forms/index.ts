/** The forms of the JSON files of a run, and what all forms of JSON are made of. */
export { auditSchema, resultForms } from './audit-result.ts';
export { forms, observation } from './parts.ts';
export { commitmentSchema, manifestSchema, planRow, planSchema } from './run-files.ts';
