// Whoever asks for what the documentation does not know is told so, and what there is, wherever they ask.
import { expect, test } from 'vitest';
import type { Exchange } from '../judge/exchange.ts';
import { judge } from '../judge/judge.ts';
import { buildMessage } from '../messages/build-message.ts';
import { edgeCases } from '../messages/edge-cases.ts';
import { knownName } from './known-name.ts';

test('a name that is known comes back', () => {
  expect(knownName('the event', 'A', ['A', 'B'])).toBe('A');
});

test('a name that is not known is refused with those that are', () => {
  expect(() => knownName('the event', 'C', ['A', 'B'])).toThrow(
    'the event "C" is not documented; there is A, B.',
  );
});

test('no message, no edge case and no verdict is made up for an unknown name', () => {
  const unknown = 'LOW_BALANCE' as 'LOW_ACCOUNT_BALANCE';
  for (const made of [() => buildMessage(unknown), () => edgeCases(unknown)])
    expect(made).toThrow('the trigger event "LOW_BALANCE" is not documented; there is NEW_ACCOUNT_BALANCE, ');
  expect(() => judge('pay' as 'createUser', {} as Exchange)).toThrow(
    'the operation "pay" is not documented; there is createToken, ',
  );
});
