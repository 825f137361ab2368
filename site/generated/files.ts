/** The parts of JSON Schema that the schemas of onerun use. */
interface Schema {
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly $ref?: string;
}

/** Every schema: what writes or reads a file of it, and the page that is about it. */
export const FILE_FACTS: readonly (readonly [name: string, from: string, page: string])[] = [
  ['manifest', 'a training, into its run folder', '../audit.md'],
  ['plan', '`onerun plan --out`', '../planning.md'],
  ['canaries', '`onerun canaries --json`', '../audit.md'],
  ['canary-text', '`onerun canaries --text`', '../llm.md'],
  ['commitment', '`onerun canaries`', '../audit.md'],
  ['audit', '`onerun audit --json`', '../audit.md'],
  ['audits', '`onerun audit-all --json`', '../audit-all.md'],
  ['bound', '`onerun bound --json`', '../bounds.md'],
  ['curve', '`onerun curve --json`', '../claims.md'],
  ['calibration', '`onerun curve --json`, calibrating', '../dpsgd.md'],
  ['certificate', '`--certificate` of `onerun bound` and `onerun audit`', '../theorems/certificates.md'],
  ['verify', '`onerun verify --json`', '../theorems/verifier.md'],
  ['ledger', '`onerun ledger`: one line of a ledger', '../several-runs.md'],
  ['ledger-report', '`onerun ledger show --json`', '../several-runs.md'],
  ['evidence', '`onerun ledger --certificate`: what its evidence rests on', '../several-runs.md'],
  ['rounds', '`onerun audit --rounds --json`', '../rounds.md'],
  ['rounds-plan', '`onerun plan --rounds --out`', '../rounds.md'],
];

/** The page about the JSON files that onerun reads and writes, made from `schemas/`. */
export function filesPage(schemas: ReadonlyMap<string, Schema>): string {
  const list = FILE_FACTS.map(([name, from, page]) => {
    const file = `${name}.schema.json`;
    return `| [${name}](#${name}) | ${from} | [page](${page}) | [${file}](../../schemas/${file}) |`;
  });
  return [
    '# Files and schemas',
    'Every JSON file that onerun reads or writes, key by key. This page is made from the JSON Schemas in `schemas/`, which are made from the forms that the program itself checks files with. Score files (CSV, JSON Lines, NPY, NPZ, Parquet) are described in [from scores to a verdict](../audit.md).',
    ['| file | from | about | schema |', '|---|---|---|---|', ...list].join('\n'),
    ...FILE_FACTS.flatMap(([name]) => {
      const schema = schemas.get(name);
      if (schema === undefined) throw new Error(`no schema: ${name}`);
      return [`## ${name}`, ...alternatives(schema)];
    }),
  ]
    .join('\n\n')
    .concat('\n');
}

/** The tables of a schema: one, or one for each form that a document may have. */
function alternatives(schema: Schema): string[] {
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms === undefined) return [tableOf(schema)];
  return forms.flatMap((form, i) => [`Form ${i + 1} of ${forms.length}:`, tableOf(form)]);
}

function tableOf(schema: Schema): string {
  return ['| key | kind | meaning |', '|---|---|---|', ...rowsOf(schema, '')].join('\n');
}

/** One row per key, those of objects within objects included. */
function rowsOf(schema: Schema, path: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = path === '' ? key : `${path}.${key}`;
    const optional = schema.required?.includes(key) ? '' : ', optional';
    const { of, path: inner } = within(value, name);
    return [
      `| \`${name}\` | ${kindOf(value)}${optional} | ${plain(value.description ?? '')} |`,
      ...rowsOf(of, inner),
    ];
  });
}

/** The object within a value: itself, or what a list holds. */
function within(value: Schema, path: string): { of: Schema; path: string } {
  const forms = value.anyOf ?? value.oneOf ?? [];
  const items = typeof value.items === 'object' ? value.items : undefined;
  if (items !== undefined) return within(items, `${path}[]`);
  if (value.properties === undefined && forms.length > 0) {
    const form = forms.find((each) => each.type === 'object' || each.type === 'array');
    if (form !== undefined) return within(form, path);
  }
  return { of: value, path };
}

function kindOf(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms !== undefined) return [...new Set(forms.map(kindOf))].join(' or ');
  if (schema.prefixItems !== undefined) return `list of ${schema.prefixItems.length}`;
  if (schema.type === 'array')
    return typeof schema.items === 'object' ? `list: ${kindOf(schema.items)}` : 'list';
  return [schema.type ?? 'any'].flat().join(' or ');
}

const plain = (text: string) =>
  text.replace(/[<>|*_[\]]/g, (character) => `\\${character}`).replaceAll('\n', ' ');
