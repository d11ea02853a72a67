/** Stories that are drawn from a seed: one rule of each trigger event, then several rules, then several users. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';
import {
  type Scenario,
  type ScenarioRule,
  type StoryStep,
  scenarios,
} from '../../src/runner/scenarios/scenario.ts';
import {
  accountsOf,
  Draw,
  type DrawnUser,
  drawnRule,
  drawnUpdate,
  drawnUser,
  drawnWorld,
  OUTCOMES,
} from './drawn-world.ts';
import { dueMessage } from './due-messages.ts';

/** Another seed makes other stories; what they show of a provider is the same. Each sentence ends with its own. */
const SEED = 20_260_301;
/**
 * Stories of each trigger event with one rule and with several, of rules of every event, of several users, and of users of
 * whom one is not updated.
 */
const COUNTS = { event: 6, same: 2, rules: 8, users: 6, off: 3 };

const FIRES: Readonly<Record<TriggerEvent, ClauseId>> = {
  NEW_ACCOUNT_BALANCE: 'MESSAGE-BALANCE-FIRES',
  NEW_TRANSACTIONS: 'MESSAGE-TRANSACTIONS-FIRES',
  BANK_LOGIN_ERROR: 'MESSAGE-LOGIN-FIRES',
  FOREIGN_MONEY_TRANSFER: 'MESSAGE-FOREIGN-FIRES',
  LOW_ACCOUNT_BALANCE: 'MESSAGE-LOW-FIRES',
  HIGH_TRANSACTION_AMOUNT: 'MESSAGE-HIGH-FIRES',
  CATEGORY_CASH_FLOW: 'MESSAGE-CATEGORY-FIRES',
  NEW_TERMS_AND_CONDITIONS: 'MESSAGE-TERMS-FIRES',
};

interface Drawn {
  readonly clause: ClauseId;
  readonly given: string;
  readonly seed: number;
  readonly events: readonly TriggerEvent[];
  readonly users: readonly string[];
  /** One of them. */
  readonly notUpdated?: string;
}

/** Three updates, with the messages of each. */
function drawn({ clause, given, seed, events, users: names, notUpdated }: Drawn): Scenario {
  const draw = new Draw(seed);
  const users = names.map((name) => drawnUser(draw, name, name !== notUpdated));
  const world = drawnWorld(users);
  const owned = events.map((event) => {
    const user = draw.pick(users);
    // The update that it is created before.
    const from = draw.chance(30) ? draw.whole(1, 2) : 0;
    return { user, from, rule: drawnRule(draw, event, user) };
  });
  const rules: Record<string, ScenarioRule> = {};
  const owners = owned.flatMap(({ user, from, rule }, at) => {
    const isTaken = Object.values(rules).some((other) => isAlike(other, rule));
    if (isTaken) return [];
    const name = `rule${at}`;
    rules[name] = rule;
    return [{ name, user, from, rule }];
  });
  const balances = new Map(users.flatMap(accountsOf).map(({ id, balance }) => [id, balance]));
  const outcomes: Partial<Record<TriggerEvent, number>> = OUTCOMES;
  const [event, ...others] = new Set(events);
  const often = event && others.length === 0 ? outcomes[event] : undefined;
  const lowBelow = lowThresholds(owners);
  const story = times(3).map((nth): StoryStep[] => {
    const before = new Map(balances);
    const around = thresholdOf(draw.pick(owners).rule);
    const update = drawnUpdate(draw, { users, balances, lowBelow, around, often });
    const messages = owners.flatMap(({ name, user, from, rule }) => {
      if (from > nth || !user.isAutoUpdateEnabled) return [];
      const known = { user, balances: before, categories: world.categories };
      return dueMessage(name, rule, update, known) ?? [];
    });
    const created = owners.filter(({ from }) => from === nth && from > 0);
    return [...created.map(({ name }) => ({ create: name })), { update }, { messages }];
  });
  const situation = `${given} from seed ${seed}`;
  return {
    clause,
    says: 'sends exactly what each update brought',
    given: situation,
    world,
    rules,
    story: story.flat(),
  };
}

/** Two rules of one user and event that may clash, and categories apart from each other are no matter of these stories. */
function isAlike(one: ScenarioRule, other: ScenarioRule): boolean {
  if (one.triggerEvent !== other.triggerEvent || one.of !== other.of) return false;
  const [list, otherList] = [one, other].map(({ params }) => {
    const { accountIds, bankConnectionIds } = { ...params } as Partial<Record<string, string>>;
    return accountIds ?? bankConnectionIds;
  });
  return list === otherList;
}

/** The highest threshold of the LOW_ACCOUNT_BALANCE rules that concern an account, by its id. */
function lowThresholds(
  owners: readonly { readonly user: DrawnUser; readonly rule: ScenarioRule }[],
): Map<number, number> {
  const found = new Map<number, number>();
  for (const { user, rule } of owners) {
    if (rule.triggerEvent !== 'LOW_ACCOUNT_BALANCE') continue;
    const { accountIds } = rule.params;
    const threshold = thresholdOf(rule);
    for (const { id } of accountsOf(user)) {
      if (accountIds !== undefined && !accountIds.split(',').includes(String(id))) continue;
      found.set(id, Math.max(threshold, found.get(id) ?? threshold));
    }
  }
  return found;
}

function thresholdOf({ params }: ScenarioRule): number {
  const { balanceThreshold, absoluteAmountThreshold } = { ...params } as Partial<Record<string, number>>;
  return balanceThreshold ?? absoluteAmountThreshold ?? 1000;
}

function times(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

const everyEventTwice = [...triggerEvents, ...triggerEvents];

export const drawnScenarios = scenarios(import.meta.url, [
  ...triggerEvents.flatMap((event, at) =>
    times(COUNTS.event).map((nth) =>
      drawn({
        ...{ clause: FIRES[event], seed: SEED + 100 * at + nth, events: [event], users: ['bac-anna'] },
        given: `a ${event} rule and updates, drawn`,
      }),
    ),
  ),
  ...triggerEvents.flatMap((event, at) =>
    times(COUNTS.same).map((nth) =>
      drawn({
        ...{ clause: 'MESSAGE-EACH-RULE', seed: SEED + 4000 + 100 * at + nth, users: ['bac-anna'] },
        ...{ events: Array(4).fill(event), given: `several ${event} rules and updates, drawn` },
      }),
    ),
  ),
  ...times(COUNTS.rules).map((nth) =>
    drawn({
      ...{
        clause: 'MESSAGE-EACH-RULE',
        seed: SEED + 1000 + nth,
        events: everyEventTwice,
        users: ['bac-anna'],
      },
      given: 'rules of every trigger event and updates, drawn',
    }),
  ),
  ...times(COUNTS.users).map((nth) =>
    drawn({
      ...{ clause: 'MESSAGE-USERS-RULES', seed: SEED + 2000 + nth, events: everyEventTwice },
      ...{ users: ['bac-anna', 'bac-bert', 'bac-anna-2'] },
      given: 'three users with rules of every trigger event, and updates, drawn',
    }),
  ),
  ...times(COUNTS.off).map((nth) => {
    const users = ['bac-anna', 'bac-bert', 'bac-anna-2'];
    return drawn({
      ...{ clause: 'USER-AUTO-UPDATE-OFF', seed: SEED + 3000 + nth, events: everyEventTwice },
      ...{ users, notUpdated: users[nth] ?? '' },
      given: 'three users, one of whom is not updated automatically, and rules and updates, drawn',
    });
  }),
]);
