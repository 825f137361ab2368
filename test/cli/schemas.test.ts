import { expect, test } from 'vitest';
import * as z from 'zod';
import { roundsPlanSchema, roundsSchema } from '../../src/cli/rounds/rounds-schema.ts';
import {
  boundSchema,
  calibrationSchema,
  canariesSchema,
  curveSchema,
  verifySchema,
} from '../../src/cli/schemas/answers.ts';
import { auditsSchema } from '../../src/cli/schemas/audits.ts';
import {
  canaryTextSchema,
  certificateSchema,
  commitmentSchema,
  manifestSchema,
  planSchema,
} from '../../src/cli/schemas/documents.ts';
import { evidenceSchema, ledgerLineSchema, ledgerReportSchema } from '../../src/cli/schemas/ledger.ts';
import { auditSchema, observation, planRow, resultForms } from '../../src/forms/index.ts';
import { typescriptRecords } from '../support/typescript-records.ts';

test('the types of results are what the forms say', async () => {
  const named = { ...resultForms, Plan: planSchema, PlanRow: planRow };
  await expect(typescriptRecords(named, { Observation: observation })).toMatchFileSnapshot(
    '../../src/audit/records.ts',
  );
});

test('the schemas are published', async () => {
  for (const [name, schema] of Object.entries({
    audit: auditSchema,
    audits: auditsSchema,
    plan: planSchema,
    manifest: manifestSchema,
    commitment: commitmentSchema,
    certificate: certificateSchema,
    ledger: ledgerLineSchema,
    'ledger-report': ledgerReportSchema,
    evidence: evidenceSchema,
    bound: boundSchema,
    curve: curveSchema,
    calibration: calibrationSchema,
    verify: verifySchema,
    canaries: canariesSchema,
    'canary-text': canaryTextSchema,
    rounds: roundsSchema,
    'rounds-plan': roundsPlanSchema,
  }))
    await expect(
      `${JSON.stringify(z.toJSONSchema(schema as z.ZodType, { io: 'input' }), null, 2)}\n`,
    ).toMatchFileSnapshot(`../../schemas/${name}.schema.json`);
});
