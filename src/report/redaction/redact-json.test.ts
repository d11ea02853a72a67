// What the walk over a JSON value does where no document of today shows it.
import { expect, test } from 'vitest';
import type { SchemaNode } from '../../../contracts/src/base/compiled-schema.ts';
import { redactJson } from './redact-json.ts';
import { inWords, redaction } from './redact-text.ts';

const how = redaction(inWords, [{ reason: 'secret', name: 'password', value: 'p.(w0rd' }]);

test('all that is inside a personal object is personal', () => {
  const address: object = {
    'x-personal': true,
    properties: { city: { type: 'string' }, floor: { type: 'number' } },
  };
  expect(
    redactJson({ city: 'Berlin', floor: 3, door: 'left' }, [address as SchemaNode], 'address', how),
  ).toEqual({
    city: '[personal]',
    floor: '[personal number]',
    door: '[undocumented]',
  });
});

test('a secret is struck from names too, whatever signs it has', () => {
  const anything: object = { type: 'object' };
  expect(redactJson({ 'a p.(w0rd b': 1, 'a px(w0rd b': 2 }, [anything as SchemaNode], 'body', how)).toEqual({
    'a [secret] b': '[undocumented number]',
    'a px(w0rd b': '[undocumented number]',
  });
});
