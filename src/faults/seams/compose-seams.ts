/** Several faults at once: each takes hold of what the one before it left. */
import { noSeams, type Seams } from '../../sandbox/seams.ts';
import type { FaultySeams } from '../fault.ts';

export function composeSeams(faulty: readonly FaultySeams[]): Seams {
  return faulty.reduce<Seams>((before, own) => {
    const seams = { ...noSeams, ...own };
    return {
      decide: (name, outcome, context) => seams.decide(name, before.decide(name, outcome, context), context),
      answer: (answer, context) => seams.answer(before.answer(answer, context), context),
      response: (response, context) => seams.response(before.response(response, context), context),
      clock: (clock) => seams.clock(before.clock(clock)),
      updates: (isUpdated, user, state) => seams.updates(before.updates(isUpdated, user, state), user, state),
      rules: (rules, user, state) => seams.rules(before.rules(rules, user, state), user, state),
      ruleMatches: (counted, rule, subject) =>
        seams.ruleMatches(before.ruleMatches(counted, rule, subject), rule, subject),
      matches: (matches, state) => seams.matches(before.matches(matches, state), state),
      plainMessage: (message, match) => seams.plainMessage(before.plainMessage(message, match), match),
      message: (message, plain, match) => seams.message(before.message(message, plain, match), plain, match),
      messageText: (text, match) => seams.messageText(before.messageText(text, match), match),
      posts: (post) => before.posts(post).flatMap((one) => seams.posts(one)),
    };
  }, noSeams);
}
