/** Creates the rules of a scenario: each by its user, over the documented call. */
import type { Exchange } from '../../../contracts/src/judge/exchange.ts';
import type { NotificationRule } from '../../../contracts/src/messages/notification-rule.ts';
import { NoAnswer } from '../calls/no-answer.ts';
import { send } from '../calls/send.ts';
import type { Messaging, Session, Target } from '../targets/target.ts';
import type { Scenario, ScenarioRule } from './scenario.ts';

/**
 * The rules by their names, each with a callbackHandle that nobody has yet. Every exchange is put into `exchanges` as
 * soon as it is there. Throws NoAnswer for a rule that is refused, and when a user cannot be authorized.
 */
export async function createRules(
  target: Target,
  { logIn, fresh }: Messaging,
  { world, rules }: Scenario,
  exchanges: Exchange[],
): Promise<Record<string, NotificationRule>> {
  const prefix = fresh();
  const sessions = new Map<string, Session>();
  const sessionOf = async ({ of }: ScenarioRule): Promise<Session> => {
    const user = of === undefined ? world.users[0] : world.users.find(({ id }) => id === of);
    if (user === undefined) throw new Error(`the world of the scenario has no user ${of ?? 'at all'}`);
    const session = sessions.get(user.id) ?? (await logIn(user));
    sessions.set(user.id, session);
    return session;
  };
  const created: Record<string, NotificationRule> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const { of: _, api, ...stated } = rule;
    // Whether it may be left out is not shown (RULE-REQUIRED-FIELDS).
    const body = { includeDetails: false, ...stated, callbackHandle: `${prefix}-${name}` };
    const exchange = await send(target, await sessionOf(rule), {
      when: 'createNotificationRule',
      ...(api && { api }),
      send: body,
      then: '2XX',
    });
    exchanges.push(exchange);
    const { status } = exchange.response;
    if (status < 200 || status > 299)
      throw new NoAnswer(
        `rule ${name} is answered with ${status}, not a success, 2xx, before the story begins`,
      );
    created[name] = body;
  }
  return created;
}
