/** Finds the rules that the update of one user matches (Trigger semantics 1 to 10). */
import { layoutOf } from '../../../contracts/src/base/event-layout.ts';
import type { FaultHooks } from '../fault-hooks.ts';
import { triggerEvents } from '../generated/trigger-events.ts';
import { concerns, type Rule, type RuleEvent } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { State } from '../state.ts';
import type { RuleMatch, UserUpdate } from '../user-update.ts';
import { type MatchContext, NONE, type SandboxEvent } from './trigger-event.ts';

export const sandboxEvents: { readonly [Event in RuleEvent]: SandboxEvent<Event> } = triggerEvents;

/** Returns at most one match per rule, and so one message per rule and update (Events 1). */
export function matchRules(
  update: UserUpdate,
  state: State,
  settings: SandboxSettings,
  hooks: FaultHooks,
): RuleMatch[] {
  const context = { settings, categories: state.categories, update };
  const rules = hooks.rules(update.user.rules, update.user, state);
  return rules.map((rule) => matchOf(rule, context, hooks)).filter((match) => match !== undefined);
}

function matchOf(rule: Rule, context: MatchContext, hooks: FaultHooks): RuleMatch | undefined {
  const { update, settings } = context;
  const { about, counts, dueAt }: SandboxEvent = sandboxEvents[rule.triggerEvent];
  const nothing = { update, rule, accounts: [], connections: [], dueAt: update.at };
  const isConcerned = concerns(rule);
  const stopped = update.stopped[about ?? ''] ?? [];
  switch (layoutOf[rule.triggerEvent].subject) {
    case 'user':
      return stopped.some((one) => hooks.ruleMatches(NONE, rule, one)) ? nothing : undefined;
    case 'connection': {
      const connections = stopped.filter(
        (one) => isConcerned(one.connection.id) && hooks.ruleMatches(NONE, rule, one),
      );
      return connections.length > 0 ? { ...nothing, connections } : undefined;
    }
    case 'account': {
      const accounts = update.changes.flatMap((change) => {
        if (!isConcerned(change.account.id)) return [];
        const counted = counts?.(change, rule, context);
        const transactions = hooks.ruleMatches(counted, rule, change);
        return transactions ? [{ change, transactions }] : [];
      });
      if (accounts.length === 0) return undefined;
      return { ...nothing, accounts, dueAt: dueAt?.(rule, update, accounts, settings) ?? update.at };
    }
  }
}
