/** POST /notificationRules: gives a rule to the user, unless it duplicates one or the API version forbids it. */
import { versionRefusal } from '../decisions/api-version.ts';
import { isDuplicate } from '../decisions/uniqueness.ts';
import { namesUnknownIds } from '../decisions/unknown-ids.ts';
import type { Handler } from '../handler.ts';
import { Refusal } from '../refusal.ts';
import { ruleOf } from '../rule.ts';
import { addRule } from '../state.ts';

export const createNotificationRule: Handler<'createNotificationRule'> = (call, around) => {
  const { state, settings } = around;
  const { user } = call.caller;
  if (call.body.triggerEvent === undefined) return new Refusal(400, 'triggerEvent is missing');
  const refusal = around.decide('apiVersion', versionRefusal(call.apiVersion, call.body.params));
  if (refusal) return refusal;
  const rule = ruleOf(state.lastIds.rule + 1, call.sent.exact);
  if (settings.unknownIds === 'refused' && namesUnknownIds(rule, user, state.categories))
    return new Refusal(400, 'params names what the user does not have');
  if (around.decide('duplicate', isDuplicate(rule, user.ruleKeys, settings))) {
    return new Refusal(400, 'A notification rule with the given parameters already exists');
  }
  state.lastIds.rule = rule.id;
  addRule(user, rule, settings);
  // What the answer holds is not shown (RULE-RESPONSE).
  return { status: 201, body: { ...(call.sent.exact as object), id: rule.id } };
};
