// What opens the doors of a target is struck from what the target says, and nothing that only looks short.
import { expect, test } from 'vitest';
import { Secrets } from './secrets.ts';

test('credentials and issued tokens are struck, the longer of two first', () => {
  const secrets = new Secrets(['client-secret', 'client-secret-two']);
  secrets.hear('token-0123');
  expect(secrets.struck('client-secret-two, client-secret, token-0123')).toBe('[secret], [secret], [secret]');
});

test('an answer that issues a token keeps it, and no other secret', () => {
  const secrets = new Secrets(['client-secret']);
  secrets.hear('token-0123');
  expect(secrets.struck('token-0123 client-secret', { issues: true })).toBe('token-0123 [secret]');
});

test('what is too short to protect anything would be found in words, and stays', () => {
  const secrets = new Secrets(['', 'OPEN']);
  secrets.hear('1');
  expect(secrets.struck('OPEN 1')).toBe('OPEN 1');
});
