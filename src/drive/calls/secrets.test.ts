// What opens the doors of a target is struck from what the target says, and nothing that only looks short.
import { expect, test } from 'vitest';
import { Secrets } from './secrets.ts';

test('credentials and issued tokens are struck, the longer of two first', () => {
  const secrets = new Secrets(['client-secret', 'client-secret-two']);
  secrets.hear('token-0123');
  expect(struck(secrets, 'client-secret-two, client-secret, token-0123')).toBe(
    '[secret], [secret], [secret]',
  );
});

test('an answer that issues a token keeps it, and no other secret', () => {
  const secrets = new Secrets(['client-secret']);
  secrets.hear('token-0123');
  expect(struck(secrets, 'token-0123 client-secret', { issues: true })).toBe('token-0123 [secret]');
});

test('what is too short to protect anything would be found in words, and stays', () => {
  const secrets = new Secrets(['', 'OPEN']);
  secrets.hear('1');
  expect(struck(secrets, 'OPEN 1')).toBe('OPEN 1');
});

test('a secret is struck from every part of an answer that holds it, whatever its kind', () => {
  const body = { json: { 'client-secret': ['a client-secret', 1, null], key: 12345678901 } };
  const parts = [body, 'b', 'client-secret'];
  const strike = new Secrets(['client-secret', '12345678901']).strikeIn(parts);
  expect(parts.map((part) => strike(part))).toEqual([
    { json: { '[secret]': ['a [secret]', 1, null], key: '[secret]' } },
    'b',
    '[secret]',
  ]);
});

function struck(secrets: Secrets, whole: string, how?: { issues: boolean }): string {
  return secrets.strikeIn([whole], how)(whole);
}
