import type * as z from 'zod';

/** Widths that lines of the code and its comments keep to. */
const WIDTH = 110;

type Form = z.core.$ZodType;

/** The fields of an object are known again by their shape: a description makes another form of the same shape. */
function shapeOf(form: Form): Readonly<Record<string, Form>> | null {
  const { def } = (form as z.ZodObject)._zod;
  return def.type === 'object' ? def.shape : null;
}

/**
 * Interfaces for forms, under their names, with what the forms say of themselves and of their fields; `imported` are
 * those of other files.
 */
export function typescriptRecords(
  named: Readonly<Record<string, Form>>,
  imported: Readonly<Record<string, Form>>,
): string {
  const all = Object.entries({ ...named, ...imported });
  const names = new Map(all.map(([name, form]) => [shapeOf(form), name]));
  const docs = new Map(all.map(([name, form]) => [name, (form as z.ZodType).description]));
  const typeOf = (form: Form): string => {
    const { def } = (form as z.ZodAny)._zod as { def: z.core.$ZodTypes['_zod']['def'] };
    switch (def.type) {
      case 'object':
        return names.get(def.shape) ?? `{ ${fieldsOf(def.shape, () => '').join(' ')} }`;
      case 'array':
        return `readonly ${grouped(typeOf(def.element))}[]`;
      case 'nullable':
        return `${typeOf(def.innerType)} | null`;
      case 'optional':
        return typeOf(def.innerType);
      case 'pipe':
        return typeOf(def.in).replace(' | null', '');
      case 'enum':
        return Object.values(def.entries).map(quoted).join(' | ');
      case 'literal':
        return def.values.map(quoted).join(' | ');
      case 'string':
      case 'number':
      case 'boolean':
        return def.type;
      default:
        throw new Error(`no type for ${def.type}`);
    }
  };
  const fieldsOf = (shape: Readonly<Record<string, Form>>, docOf: (form: Form) => string) =>
    Object.entries(shape).map(([key, form]) => {
      const isOptional = (form as z.ZodAny)._zod.optin === 'optional';
      return `${docOf(form)}readonly ${key}${isOptional ? '?' : ''}: ${typeOf(form)};`;
    });
  const records = Object.entries(named).map(([name, form]) => {
    // What a field has by its type is said where the type is.
    const docOf = (field: Form) =>
      docs.get(typeOf(field)) === (field as z.ZodType).description ? '' : comment(field, '  ');
    const fields = fieldsOf(shapeOf(form) ?? {}, docOf).map((field) => `  ${field}`);
    return `${comment(form, '')}export interface ${name} {\n${fields.join('\n')}\n}\n`;
  });
  const imports = `import type { ${Object.keys(imported).join(', ')} } from '../types.ts';\n`;
  return [HEADER + imports, ...records].join('\n');
}

const HEADER = `/**
 * What the JSON of audits and plans holds, once it is read. Made from src/forms; where a form changes:
 * npx vitest run test/cli/schemas.test.ts -u
 */
`;

const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

const grouped = (type: string) => (type.includes(' | ') ? `(${type})` : type);

/** What a form says of itself, as a comment that ends where its field begins. */
function comment(form: Form, indent: string): string {
  const { description } = form as z.ZodType;
  if (description === undefined) return '';
  const said = description.replaceAll('null where it is unbounded', 'Infinity where it is unbounded');
  const sentence = `${said[0].toUpperCase()}${said.slice(1)}.`;
  const short = `/** ${sentence} */`;
  if (indent.length + short.length <= WIDTH) return `${short}\n${indent}`;
  const lines = [''];
  for (const word of sentence.split(' ')) {
    const last = lines[lines.length - 1];
    if (indent.length + 3 + last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return ['/**', ...lines.map((line) => ` * ${line}`), ' */', ''].join(`\n${indent}`);
}
