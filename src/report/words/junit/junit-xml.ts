import { escapeXml } from '../../escape.ts';

/**
 * How a case ended: a failure is a refuted claim, an error an audit without an answer, and skipped is what
 * could not have failed, so that its pass would say nothing.
 */
export type JunitEnd = 'passed' | 'failure' | 'error' | 'skipped';

/** One case of a test suite. */
export interface JunitCase {
  readonly name: string;
  readonly end: JunitEnd;
  /** What kind of end it was, in a word that scripts can rely on. */
  readonly type: string;
  /** One sentence. */
  readonly message: string;
  /** Facts by their names. */
  readonly properties: readonly (readonly [name: string, value: string])[];
  /** In full, for whoever opens the case. */
  readonly text?: string;
}

/** The form that continuous integration reads test results in: one suite of these cases. */
export function junitXml(suite: string, cases: readonly JunitCase[]): string {
  const count = (end: JunitEnd) => cases.filter((one) => one.end === end).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${attribute(suite)}" ${counts}>`,
    `  <testsuite name="${attribute(suite)}" ${counts}>`,
    ...cases.flatMap((one) => caseLines(suite, one)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseLines(suite: string, { name, end, type, message, properties, text }: JunitCase): string[] {
  const known: typeof properties = [['outcome', type], ...properties];
  return [
    `    <testcase classname="${attribute(suite.replaceAll(' ', '.'))}" name="${attribute(name)}">`,
    '      <properties>',
    ...known.map(
      ([key, value]) => `        <property name="${attribute(key)}" value="${attribute(value)}"/>`,
    ),
    '      </properties>',
    ...endLines(end, type, message),
    ...(text === undefined ? [] : [`      <system-out>${content(text)}</system-out>`]),
    '    </testcase>',
  ];
}

function endLines(end: JunitEnd, type: string, message: string): string[] {
  if (end === 'passed') return [];
  const said = `message="${attribute(message)}"`;
  if (end === 'skipped') return [`      <skipped ${said}/>`];
  return [`      <${end} type="${attribute(type)}" ${said}>${content(message)}</${end}>`];
}

/** Text between tags. Two characters that nothing else here escapes are not allowed in XML. */
const content = (text: string) => escapeXml(text).replace(/[\ufffe\uffff]/g, '?');

/** Text of an attribute: on one line. */
const attribute = (text: string) => content(text.replace(/\s*\n\s*/g, ' '));
