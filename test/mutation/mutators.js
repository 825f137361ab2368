import ts from 'typescript';

/** Binary operators and what each is replaced by, after the table of Stryker's mutators. */
const BINARY = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '%=': ['*='],
  '??=': ['&&='],
  '||=': ['&&='],
  '&&=': ['||='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};
/** Operators whose value is true or false; each is also replaced by these two. */
const TRUTH = new Set(['<', '<=', '>', '>=', '===', '!==', '&&', '||']);
/** Methods that are exchanged, and those that are left out (null). */
const METHODS = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  trimStart: 'trimEnd',
  trimEnd: 'trimStart',
  trim: null,
  sort: null,
  toSorted: null,
  reverse: null,
  toReversed: null,
  filter: null,
  slice: null,
  subarray: null,
};

/** The mutations of one node, as { kind, start, end, text }; those of its children are asked for one by one. */
export function mutationsOf(node, source) {
  const from = (n) => n.getStart(source);
  const text = (n) => source.text.slice(from(n), n.end);
  const put = (kind, n, ...texts) => texts.map((t) => ({ kind, start: from(n), end: n.end, text: t }));
  const truth = (n) => put('condition', n, 'true', 'false');

  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText(source);
    const replaced = BINARY[operator];
    if (replaced === undefined || (operator === '+' && [node.left, node.right].some(isText))) return [];
    return [...put('operator', node.operatorToken, ...replaced), ...(TRUTH.has(operator) ? truth(node) : [])];
  }
  if (ts.isIfStatement(node) && !isTruthOperator(node.expression)) return truth(node.expression);
  if (ts.isConditionalExpression(node) && !isTruthOperator(node.condition)) return truth(node.condition);
  if (ts.isWhileStatement(node) && !isTruthOperator(node.expression))
    return put('condition', node.expression, 'false');
  if (ts.isBlock(node) && node.statements.length > 0) return put('block', node, '{}');
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return put('function', node.body, 'undefined');
  if (node.kind === ts.SyntaxKind.TrueKeyword && !ts.isLiteralTypeNode(node.parent))
    return put('boolean', node, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword && !ts.isLiteralTypeNode(node.parent))
    return put('boolean', node, 'true');
  if (ts.isPrefixUnaryExpression(node)) return prefix(node, put, text);
  if (ts.isPostfixUnaryExpression(node))
    return put(
      'step',
      node,
      `${text(node.operand)}${node.operator === ts.SyntaxKind.PlusPlusToken ? '--' : '++'}`,
    );
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return isValue(node) ? put('text', node, node.text === '' ? "'mutated'" : "''") : [];
  if (ts.isTemplateExpression(node)) return put('text', node, "''");
  if (ts.isArrayLiteralExpression(node))
    return isTarget(node) ? [] : put('array', node, node.elements.length > 0 ? '[]' : "['mutated']");
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0 && !isTarget(node))
    return put('object', node, ts.isArrowFunction(node.parent) ? '({})' : '{}');
  if (ts.isPropertyAccessExpression(node) && node.questionDotToken)
    return put('chain', node.questionDotToken, '.');
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return method(node, put, text);
  return [];
}

function prefix(node, put, text) {
  const operand = text(node.operand);
  switch (node.operator) {
    case ts.SyntaxKind.ExclamationToken:
      return put('negation', node, operand);
    case ts.SyntaxKind.MinusToken:
      return put('sign', node, `+${operand}`);
    case ts.SyntaxKind.PlusPlusToken:
      return put('step', node, `--${operand}`);
    case ts.SyntaxKind.MinusMinusToken:
      return put('step', node, `++${operand}`);
    default:
      return [];
  }
}

function method(node, put, text) {
  const { name, expression } = node.expression;
  if (!Object.hasOwn(METHODS, name.text)) return [];
  const other = METHODS[name.text];
  return other === null ? put('method', node, text(expression)) : put('method', name, other);
}

const isText = (n) =>
  ts.isStringLiteral(n) || ts.isTemplateExpression(n) || ts.isNoSubstitutionTemplateLiteral(n);

const isTruthOperator = (n) => ts.isBinaryExpression(n) && TRUTH.has(ts.tokenToString(n.operatorToken.kind));

/** Whether a text is a value of the program: no import, no type, no name of a property. */
function isValue(node) {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return false;
  if (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword) return false;
  if (ts.isTypeNode(parent) || ts.isExpressionStatement(parent)) return false;
  return !(ts.isPropertyAssignment(parent) && parent.name === node);
}

/** Whether a pattern of an assignment is meant, as in [a, b] = [b, a]. */
function isTarget(node) {
  const { parent } = node;
  if (ts.isBinaryExpression(parent))
    return parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return ts.isForOfStatement(parent) && parent.initializer === node;
}
