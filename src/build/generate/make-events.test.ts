// The examples of messages decrypt to those in plain.
import { expect, test } from 'vitest';
import exampleMessages from '../../../contracts/generated/example-messages.json' with { type: 'json' };
import open from '../../../contracts/generated/validators/open.js';
import { closed } from '../../../src/test-support/compiled-schemas.ts';
import { decrypted } from '../../test-support/plain-handler.ts';
import { eventFiles } from './make-events.ts';

const ENCRYPTED = [
  ...['accountName', 'accountNumber', 'accountIban', 'bankConnectionName', 'categoryName', 'details'],
];

const messages: Readonly<Record<string, object>> = exampleMessages.messages;

/** Decrypted by node:crypto; the product encrypts with WebCrypto. */
function inPlain(value: unknown, name = ''): unknown {
  if (typeof value === 'string' && ENCRYPTED.includes(name))
    return name === 'details' ? JSON.parse(decrypted(value)) : decrypted(value);
  if (Array.isArray(value)) return value.map((item) => inPlain(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, inPlain(part, field)]));
}

for (const { event, plain } of eventFiles()) {
  test(`the examples of ${event} decrypt to those in plain, with details as they are documented`, () => {
    const examples: object = messages[event] ?? {};
    expect(Object.keys(examples)).toEqual(Object.keys(plain));
    for (const [name, message] of Object.entries(examples)) {
      expect(inPlain(message)).toEqual(plain[name]?.value);
      const items = Object.values(plain[name]?.value as object)
        .filter(Array.isArray)
        .flat();
      for (const { details } of items) {
        if (details === undefined) continue;
        const schema = `${event}.details` as keyof typeof closed;
        expect(open[schema].validate(details), JSON.stringify(open[schema].validate.errors)).toBe(true);
        expect(closed[schema](details), JSON.stringify(closed[schema].errors)).toBe(true);
      }
    }
  });
}
