/** Rules of every trigger event that one update matches, and their messages. */
import { layoutOf } from '../../contracts/src/base/event-layout.ts';
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import type { ExpectedMessage, ScenarioRule } from '../../src/runner/scenarios/scenario.ts';
import { eventEvidence } from '../event-evidence.ts';
import { balance, booked, transaction } from '../worlds/bank-updates.ts';

interface Rules {
  readonly of?: string;
  readonly includeDetails?: boolean;
  readonly accountIds?: string;
  readonly bankConnectionIds?: string;
  readonly categoryId?: string;
}

type NamedRules = Record<string, ScenarioRule>;

const ofAccounts = eventEvidence.filter(({ event }) => layoutOf[event].subject === 'account');
const ofOthers = eventEvidence.filter((evidence) => !ofAccounts.includes(evidence));

/** A rule of each event that concerns accounts. */
export function accountRules(rules: Rules = {}): NamedRules {
  return rulesOf(ofAccounts, rules);
}

/** A rule of each event that concerns accounts or connections. */
export function listingRules(rules: Rules): NamedRules {
  return rulesOf(
    eventEvidence.filter(({ event }) => layoutOf[event].subject !== 'user'),
    rules,
  );
}

/** A rule of every event; the last ones concern connections. */
export function everyEvent(rules: Rules = {}): NamedRules {
  return rulesOf([...ofAccounts, ...ofOthers], rules);
}

function rulesOf(events: typeof eventEvidence, rules: Rules): NamedRules {
  return Object.fromEntries(events.map((evidence) => [evidence.ruleName, eventRule(evidence, rules)]));
}

/** A rule of the event with those of these params that it has. */
export function eventRule(
  { event, rule }: (typeof eventEvidence)[number],
  { of, includeDetails = false, ...given }: Rules = {},
): ScenarioRule {
  const { list, params } = layoutOf[event];
  const own = Object.entries(given).filter(([name, value]) => params.includes(name) && value !== undefined);
  return {
    ...rule,
    ...(of !== undefined && { of }),
    ...(list !== undefined && { includeDetails }),
    ...(params.length > 0 && { params: { ...rule.params, ...Object.fromEntries(own) } }),
  } as ScenarioRule;
}

/** The rules of `everyEvent` that send these messages. */
export function rulesOfMessages(messages: readonly ExpectedMessage[], rules: Rules = {}): NamedRules {
  const named = Object.entries(everyEvent(rules)).filter(([name]) =>
    messages.some(({ rule }) => rule === name),
  );
  return Object.fromEntries(named);
}

/** A transaction that each rule with transactions counts. */
export function counting(id: Decimal, categoryId: Decimal = 7) {
  return transaction(id, { amount: -1500, counterpartIban: 'CH4700999000000000777', categoryId });
}

/** An update that matches each rule on the account; `nth` differs for each update of it. */
export function matching(accountId: number, nth = 1) {
  return { ...balance(accountId, -nth), ...booked(accountId, counting(10_000 * nth + accountId)) };
}

/** The messages of these rules with an item for each of the accounts. */
export function accountMessages(accountIds: readonly Decimal[]): ExpectedMessage[] {
  const items = accountIds.map((accountId) => ({ accountId }));
  return ofAccounts.map(({ event, ruleName }) => ({ rule: ruleName, [layoutOf[event].list ?? '']: items }));
}

/** The rules, their names with this one before. */
export function named(first: string, rules: Readonly<NamedRules>): NamedRules {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [`${first}-${name}`, rule]));
}

/** The messages of rules that are so named. */
export function messagesOf(first: string, accountIds: readonly Decimal[]): ExpectedMessage[] {
  return accountMessages(accountIds).map((message) => ({ ...message, rule: `${first}-${message.rule}` }));
}

/** Logins that failed without a known reason. */
export function failedLogins(...ids: number[]) {
  return ids.map((bankConnectionId) => ({ bankConnectionId, errorMessage: 'PIN falsch' }));
}
