import { expect, test } from 'vitest';
import * as z from 'zod';
import { evidenceSchema, ledgerLineSchema, ledgerReportSchema } from '../../src/cli/input/ledger-schemas.ts';
import {
  auditSchema,
  canaryTextSchema,
  certificateSchema,
  commitmentSchema,
  manifestSchema,
  planSchema,
} from '../../src/cli/input/schemas.ts';

test('the schemas are published', async () => {
  for (const [name, schema] of Object.entries({
    audit: auditSchema,
    plan: planSchema,
    manifest: manifestSchema,
    commitment: commitmentSchema,
    certificate: certificateSchema,
    ledger: ledgerLineSchema,
    'ledger-report': ledgerReportSchema,
    evidence: evidenceSchema,
    'canary-text': canaryTextSchema,
  }))
    await expect(`${JSON.stringify(z.toJSONSchema(schema as z.ZodType), null, 2)}\n`).toMatchFileSnapshot(
      `../../schemas/${name}.schema.json`,
    );
});
