import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The entries of the package, by their sources. */
export const ENTRIES = [
  'src/index.ts',
  'src/signals/index.ts',
  'src/bench/report/entry.ts',
  'src/io/index.ts',
  'src/numerics/index.ts',
  'src/training/index.ts',
];

let made: ts.Program | null = null;

function program(): ts.Program {
  made ??= ts.createProgram(
    ENTRIES.map((entry) => root + entry),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      exactOptionalPropertyTypes: true,
      types: [],
    },
  );
  return made;
}

function exportsOf(entry: string): ts.Symbol[] {
  const checker = program().getTypeChecker();
  const source = program().getSourceFile(root + entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`no module ${entry}`);
  return checker.getExportsOfModule(module).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What an alias stands for. */
function resolved(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? program().getTypeChecker().getAliasedSymbol(symbol) : symbol;
}

const isValue = (symbol: ts.Symbol) => (resolved(symbol).flags & ts.SymbolFlags.Value) !== 0;

const FORMAT =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.WriteArrayAsGenericType;

/** Every export of an entry with its type, one per line: values, then the members of types. */
export function surfaceOf(entry: string): string {
  const checker = program().getTypeChecker();
  const lines = exportsOf(entry).map((symbol) => {
    const target = resolved(symbol);
    if (isValue(symbol)) {
      const type = checker.getTypeOfSymbol(target);
      return `${symbol.name}: ${checker.typeToString(type, undefined, FORMAT)}`;
    }
    const type = checker.getDeclaredTypeOfSymbol(target);
    const members = type.isUnion()
      ? [checker.typeToString(type, undefined, FORMAT | ts.TypeFormatFlags.InTypeAlias)]
      : type.getProperties().map((member) => {
          const optional = member.flags & ts.SymbolFlags.Optional ? '?' : '';
          return `${member.name}${optional}: ${checker.typeToString(checker.getTypeOfSymbol(member), undefined, FORMAT)}`;
        });
    return `type ${symbol.name} { ${members.join('; ')} }`;
  });
  // The compiler numbers symbols such as Symbol.iterator anew in every program, and names files by their place.
  return `# ${entry}\n\n${lines.join('\n')}\n`.replace(/__@(\w+)@\d+/g, '[Symbol.$1]').replaceAll(root, '');
}

/** The doc comment and the example of every function that an entry exports. */
export function examplesOf(entry: string): { name: string; comment: string; code: string | null }[] {
  const checker = program().getTypeChecker();
  return exportsOf(entry)
    .filter((symbol) => (resolved(symbol).flags & ts.SymbolFlags.Function) !== 0)
    .map((symbol) => {
      const target = resolved(symbol);
      const example = target.getJsDocTags(checker).find((tag) => tag.name === 'example');
      return {
        name: symbol.name,
        comment: ts.displayPartsToString(target.getDocumentationComment(checker)),
        code: example === undefined ? null : ts.displayPartsToString(example.text),
      };
    });
}
