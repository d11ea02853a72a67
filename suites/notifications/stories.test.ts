// Every story holds together: it speaks of rules, accounts and connections that it has, and ends with what is expected.
import { isLosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import closed from '../../contracts/generated/validators/closed.js';
import type { Validate } from '../../contracts/src/contract/compiled.ts';
import { readJson, writeJson } from '../../contracts/src/contract/exact-json.ts';
import type { BatchUpdate, Scenario } from '../../src/drive/scenarios/scenario.ts';
import { catalogue } from '../catalogue.ts';

const rows = catalogue.scenarios.flatMap(({ file, scenarios }) =>
  scenarios.map((scenario) => ({ scenario, title: `${file} given ${scenario.given}, ${scenario.says}` })),
);
const describesRule: Validate = closed['createNotificationRule.request'];

/** The titles of the scenarios of which this is true. */
function titles(isWrong: (scenario: Scenario) => boolean): string[] {
  return rows.filter(({ scenario }) => isWrong(scenario)).map(({ title }) => title);
}

test('no two scenarios have the same words', () => {
  const all = titles(() => true);
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter((title, at) => all.indexOf(title) !== at)).toEqual([]);
});

test('every event has a scenario in which a message is sent and one in which nothing is', () => {
  const told = rows.flatMap(({ scenario: { rules, story } }) => {
    const isSilent = story.every((step) => !('messages' in step) || step.messages.length === 0);
    return Object.values(rules).map(({ triggerEvent }) => `${triggerEvent} ${isSilent}`);
  });
  const due = triggerEvents.flatMap((event) => [`${event} false`, `${event} true`]);
  expect([...new Set(told)].toSorted()).toEqual(due.toSorted());
});

test('every update is of accounts and connections of the world', () => {
  const wrong = titles(({ world, story }) => {
    const connections = world.users.flatMap(({ bankConnections }) => bankConnections);
    const accounts = connections.flatMap((connection) => connection.accounts);
    const known = [connections, accounts].map((kind) => kind.map(({ id }) => `${id}`));
    return story.some((step) => 'update' in step && !isOf(step.update, known));
  });
  expect(wrong).toEqual([]);
});

test('every rule is described and of a user of the world', () => {
  const wrong = titles(({ world, rules }) =>
    Object.values(rules).some(({ of, api: _, ...rule }) => {
      const isDescribed = describesRule(readJson(writeJson({ ...rule, callbackHandle: 'any' })).value);
      return !isDescribed || (of !== undefined && !world.users.some(({ id }) => id === of));
    }),
  );
  expect(wrong).toEqual([]);
});

test('every expected message is of a rule of the scenario, and the last step of a story expects some or none', () => {
  const wrong = titles(({ rules, story }) => {
    const expected = story.flatMap((step) => ('messages' in step ? step.messages : []));
    const last = story.at(-1) ?? {};
    return !('messages' in last) || expected.some(({ rule }) => !Object.hasOwn(rules, rule));
  });
  expect(wrong).toEqual([]);
});

test('no number has lost digits: what a float cannot keep stands in digits()', () => {
  expect(titles(({ world, rules, story }) => hasLongNumber([world, rules, story]))).toEqual([]);
});

function isOf(update: BatchUpdate, [connections, accounts]: readonly string[][]): boolean {
  const { failedLogins = [], unacceptedTerms = [] } = update;
  const failed = failedLogins.map(({ bankConnectionId }) => bankConnectionId);
  return (
    (update.accounts ?? []).every(({ accountId }) => accounts?.includes(`${accountId}`)) &&
    [...failed, ...unacceptedTerms].every((id) => connections?.includes(`${id}`))
  );
}

function hasLongNumber(value: unknown): boolean {
  if (typeof value === 'number') return `${Math.abs(value)}`.replace('.', '').length > 15;
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return false;
  return Object.values(value).some(hasLongNumber);
}
