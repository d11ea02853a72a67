// Findings are data; their words are made in one place, which also decides what of a value is not repeated.
import { expect, test } from 'vitest';
import { type Finding, findingText, withFound } from './finding.ts';
import { SchemaPlace } from './schema-place.ts';

const of = (pointer: string, breach: Partial<Finding> = {}): Finding => ({
  ...{ clause: 'V2-FORM', about: 'provider', kind: 'value', pointer },
  ...breach,
});
const due = { expected: '"a"', found: '"b"' };

test('the words of findings', async () => {
  const findings = [
    of('/response/status', { kind: 'status', expected: '201', found: '200' }),
    of('/response/body/id', { kind: 'missing' }),
    of('/request/body/params/a', { kind: 'missing', expected: '4xx or 5xx', found: '201' }),
    of('/response/headers/location', { kind: 'unexpected', expected: 'none', found: 'text of 9 characters' }),
    of('/response/body/errors/0/code', due),
    of('/response/body', due),
    of('/request/body', due),
    of('/steps/1/received/0/message/list/2/details/id', due),
    of('/steps/1/received', { kind: 'count', subject: 'rule a', expected: '1 message', found: '0' }),
    of('/0/a', due),
    of('/list/*', due),
    of('', { expected: 'JSON' }),
  ];
  const lines = findings.map((finding) => `${finding.pointer.padEnd(50)} ${findingText(finding)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('screens/findings.txt');
});

const [text, place] = [
  'canary',
  new SchemaPlace([
    {
      properties: {
        open: { type: 'string' },
        personal: { 'x-personal': true, items: {} },
        encrypted: { 'x-encrypted': true },
        secret: { format: 'password' },
      },
    },
  ]),
];

test.each([
  ['/open', {}, '"canary"'],
  ['/open', { isOfMessage: true }, 'text of 6 characters'],
  ['/personal', {}, 'text of 6 characters'],
  ['/encrypted', {}, 'text of 6 characters'],
  ['/secret', {}, 'text'],
  ['/unknown', {}, 'text of 6 characters'],
  ['/absent', {}, undefined],
])('at %s with %j it finds %s', (pointer, options, found) => {
  const value = { open: text, personal: text, encrypted: text, secret: text, unknown: text };
  expect(withFound(of(pointer), value, place, options).found).toBe(found);
  expect(withFound(of(pointer, { kind: 'missing' }), value, place, options).found).toBeUndefined();
  expect(withFound(of(pointer, { found: '200' }), value, place, options).found).toBe('200');
});

test('what is below a personal place, and of another type, is not repeated', () => {
  expect(withFound(of('/personal/0'), { personal: [text] }, place).found).toBe('text of 6 characters');
  expect(withFound(of('/open', { kind: 'type' }), { open: text }, place).found).toBe('text');
});

test('a time of a message is no text of somebody, and details have a place of their own', () => {
  const details = new SchemaPlace([{ properties: { at: { type: 'string' } } }]);
  const root = new SchemaPlace([{ properties: { details: { 'x-personal': true } } }]);
  const value = { details: { at: '2026-03-02 10:00:00.000', purpose: text } };
  const found = (pointer: string) =>
    withFound(of(pointer), value, root, { isOfMessage: true, details }).found;
  expect(found('/details/at')).toBe('"2026-03-02 10:00:00.000"');
  expect(found('/details/purpose')).toBe('text of 6 characters');
});
