// The JUnit report of a run; that it keeps the published schema is tested in published-schemas.test.ts.
import { expect, test } from 'vitest';
import { green, stale, unproven, violated } from '../../test-support/sample-runs.ts';
import { junit } from './junit.ts';

interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

test('violated is a failure, unproven an error, out of reach skipped with its reason, upheld nothing', () => {
  const [mock, down, fine] = [violated, { ...unproven, target: 'down' }, { ...green, target: 'fine' }];
  const suites = read(junit([mock, down, fine])).children;
  expect(suites.map(({ attributes }) => attributes)).toEqual([
    { name: 'mock.rules', tests: '1', failures: '0', errors: '0', skipped: '1' },
    { name: 'mock.v1', tests: '1', failures: '1', errors: '0', skipped: '0' },
    { name: 'down.rules', tests: '1', failures: '0', errors: '0', skipped: '1' },
    { name: 'down.v1', tests: '1', failures: '0', errors: '1', skipped: '0' },
    { name: 'fine.rules', tests: '1', failures: '0', errors: '0', skipped: '1' },
    { name: 'fine.v1', tests: '1', failures: '0', errors: '0', skipped: '0' },
  ]);
  const outcomes = suites.map(({ children }) => children[0]?.children[0]);
  const skipped = ['skipped', 'a mock answers from the documents and judges requests by nothing else'];
  const failure = ['failure', 'the status is 500, not 451'];
  const error = ['error', 'mock does not answer at http://127.0.0.1:4010 (ECONNREFUSED)'];
  expect(outcomes.map((it) => it && [it.name, it.attributes['message']])).toEqual([
    ...[skipped, failure, skipped, error, skipped, undefined],
  ]);
});

test('a failure has clause, sentence, place, case, command and the redacted exchange', () => {
  const failure = read(junit([violated])).children[1]?.children[0]?.children[0];
  expect(failure?.attributes['type']).toBe('V1-IMPORT-451');
  for (const part of [
    'V1-451-LOCATION: The location header of a 451 response is the address of the web form.',
    '/response/headers/location',
    'case: suites/v1/v1-cases.ts',
    'again: npm run verify -- --target mock --only V1-IMPORT-451',
    '"authorization": "Bearer [secret]"',
    'curl -i -X POST ',
  ])
    expect(failure?.text).toContain(part);
});

test('a stale deviation, which no case shows, is a failure with its reason', () => {
  const root = read(junit([stale]));
  expect(root.attributes).toMatchObject({ tests: '3', failures: '1' });
  const suite = root.children.find(({ attributes }) => attributes['name'] === 'bank.v2');
  expect(suite?.attributes).toMatchObject({ tests: '1', failures: '1' });
  expect(suite?.children[0]?.attributes['name']).toBe(
    'V2-NO-LOCATION: its deviation in the target file is still needed',
  );
  const failure = suite?.children[0]?.children[0];
  expect(failure?.attributes).toEqual({
    type: 'V2-NO-LOCATION',
    message: 'its deviation is stale: the clause is upheld; take the entry out',
  });
  expect(failure?.text).toContain('again: npm run verify -- --target bank.yaml --only V2-NO-LOCATION');
});

test('no text from outside breaks the document', () => {
  const nasty = 'a\u0000\u001b[31m\ud800\uffff ]]> </testcase> & " \n 😀';
  const cases = violated.cases.map((result) => ({ ...result, says: nasty, reason: nasty }));
  const [suite] = read(junit([{ ...violated, cases }])).children;
  const held = 'a\ufffd\ufffd[31m\ufffd\ufffd ]]> </testcase> & " \n 😀';
  expect(suite?.children[0]?.attributes['name']).toBe(`RULE-DUPLICATE-REFUSED: ${held}`);
  expect(suite?.children[0]?.children[0]?.attributes['message']).toBe(held);
});

/** Reads what `junit` writes. */
function read(xml: string): Element {
  if (/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml))
    throw new Error('an illegal character');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const path = [root];
  for (const [, close, name = '', attributes = '', empty, text] of xml
    .replace(/^<\?xml[^?]*\?>\n/, '')
    .matchAll(/<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<]+)/g)) {
    const parent = path.at(-1) ?? root;
    if (text !== undefined) parent.text += unescaped(text);
    else if (close) {
      if (path.pop()?.name !== name) throw new Error(`${parent.name} is not closed`);
    } else {
      const element = { name, attributes: attributesOf(attributes), children: [], text: '' };
      parent.children.push(element);
      if (!empty) path.push(element);
    }
  }
  if (path.length > 1) throw new Error(`${path.at(-1)?.name} is open`);
  return root.children[0] ?? root;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescaped(value)]),
  );
}

function unescaped(text: string): string {
  const xml = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#10;': '\n', '&amp;': '&' };
  const signs: Record<string, string> = xml;
  return text.replace(/&[^;\s]*;?/g, (entity) => {
    if (!(entity in signs)) throw new Error(`${entity} is no entity`);
    return signs[entity] ?? '';
  });
}
