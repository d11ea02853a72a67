/** Stories that are drawn from a seed: for each trigger event with one rule, then with several rules, then with several users. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';
import {
  type Scenario,
  type ScenarioRule,
  type StoryStep,
  scenarios,
} from '../../src/runner/scenarios/scenario.ts';
import { accountsOf, Draw, drawnRule, drawnUpdate, drawnUser, drawnWorld } from './drawn-world.ts';
import { dueMessage } from './due-messages.ts';

/** Another seed makes other stories; what they show of a provider is the same. Each sentence ends with its own. */
const SEED = 20_260_301;
/** Stories of each trigger event, of several rules and of several users. */
const COUNTS = { event: 6, rules: 8, users: 6 };

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
}

/** Three updates, with the messages of each. */
function drawn({ clause, given, seed, events, users: names }: Drawn): Scenario {
  const draw = new Draw(seed);
  const users = names.map((name) => drawnUser(draw, name));
  const world = drawnWorld(users);
  const owned = events.map((event) => {
    const user = draw.pick(users);
    return { user, rule: drawnRule(draw, event, user) };
  });
  const rules: Record<string, ScenarioRule> = {};
  const owners = owned.flatMap(({ user, rule }, at) => {
    const isTaken = Object.values(rules).some((other) => isAlike(other, rule));
    if (isTaken) return [];
    const name = `rule${at}`;
    rules[name] = rule;
    return [{ name, user, rule }];
  });
  const balances = new Map(users.flatMap(accountsOf).map(({ id, balance }) => [id, balance]));
  const story = Array.from({ length: 3 }, (): StoryStep[] => {
    const before = new Map(balances);
    const update = drawnUpdate(draw, users, balances, thresholdOf(draw.pick(owners).rule));
    const messages = owners.flatMap(({ name, user, rule }) => {
      const known = { user, balances: before, categories: world.categories };
      return dueMessage(name, rule, update, known) ?? [];
    });
    return [{ update }, { messages }];
  }).flat();
  const situation = `${given} from seed ${seed}`;
  return { clause, says: 'sends exactly what each update brought', given: situation, world, rules, story };
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
]);
