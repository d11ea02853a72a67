// A world as it is put in place: its money and its thresholds are those of the text, digit for digit.
import { expect, test } from 'vitest';
import { readJson } from '../../../contracts/src/contract/exact-json.ts';
import { defaultSettings } from '../settings.ts';
import { createState } from '../state.ts';
import type { World } from '../world.ts';
import { readWorld, WorldError } from './read-world.ts';

const text = (balance: string, threshold = '1') => `{
  "client": {}, "categories": [],
  "users": [{
    "id": "anna", "password": "example", "email": "", "phone": "", "isAutoUpdateEnabled": true,
    "bankConnections": [{ "id": 11, "name": "Bank", "bankName": "Example bank", "bankCountry": "DE",
      "accounts": [{ "id": 101, "name": "Giro", "number": "1", "iban": "DE89", "balance": ${balance} }] }],
    "rules": [{ "triggerEvent": "LOW_ACCOUNT_BALANCE", "params": { "balanceThreshold": ${threshold} } }]
  }]
}`;

const annaOf = (world: World) => createState(world, defaultSettings).users.get('anna');

for (const amount of ['0.1', '-12.5', '12345678901234.56', '123456789012345678901234567890.12']) {
  test(`a balance and a threshold of ${amount} are kept`, () => {
    for (const keepSource of [true, false]) {
      const anna = annaOf(readWorld(readJson(text(amount, amount), { keepSource })));
      expect(anna?.bankConnections[0]?.accounts[0]?.balance.toFixed()).toBe(amount);
      expect(anna?.rules[0]?.params.balanceThreshold?.toFixed()).toBe(amount);
    }
  });
}

test('what a user is given later does not change the world that it came from', () => {
  const world = readWorld(readJson(text('1')));
  const account = annaOf(world)?.bankConnections[0]?.accounts[0];
  if (account) account.balance = account.balance.plus(1);
  expect(annaOf(world)?.bankConnections[0]?.accounts[0]?.balance.toFixed()).toBe('1');
});

test('a world that is none says where', () => {
  expect(() => readWorld(readJson(text('"1"')))).toThrow(WorldError);
  expect(() => readWorld(readJson(text('"1"')))).toThrow(
    'the world cannot be used: users[0].bankConnections[0].accounts[0].balance is not of the type number',
  );
});
