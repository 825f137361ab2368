import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  auditSchema,
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
  }))
    await expect(`${JSON.stringify(z.toJSONSchema(schema as z.ZodType), null, 2)}\n`).toMatchFileSnapshot(
      `../../schemas/${name}.schema.json`,
    );
});
