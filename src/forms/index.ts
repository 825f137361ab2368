/** The forms of the JSON files of a run, and what all forms of JSON are made of. */
export { forms, observation } from './parts.ts';
export { commitmentSchema, manifestSchema, planSchema } from './run-files.ts';
