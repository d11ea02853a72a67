/** A fault of the provider: a clause that it breaks, and where it takes hold of a sandbox. */
import { type FaultHooks, noHooks } from '../sandbox/fault-hooks.ts';

/** The seams that a fault changes; it leaves the others alone. */
export type FaultySeams = Partial<FaultHooks>;

/** What the catalogue is made into, and what a fault of one's own is. */
export interface Fault {
  /** In capitals, such as STATUS-V1-IMPORT. */
  readonly id: string;
  readonly clause: string;
  /** What the faulty provider does, in the present tense, without a subject. */
  readonly says: string;
  /** The operations and trigger events that it takes hold of; all of them without it. */
  readonly of?: readonly string[];
  /** Called once for each sandbox, so that what a fault remembers is that sandbox's own. */
  seams(): FaultySeams;
}

/** Several faults at once: each takes hold of what the one before it left. */

export function composeSeams(faulty: readonly FaultySeams[]): FaultHooks {
  return faulty.reduce<FaultHooks>((before, own) => {
    const seams = { ...noHooks, ...own };
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
  }, noHooks);
}

/** Tells whether a fault took hold: whether one of its seams ever gave back another thing than it was given. */

export interface Touched {
  readonly seams: FaultySeams;
  /** Whether anything was changed so far. */
  isTouched(): boolean;
}

export function touched(faulty: FaultySeams): Touched {
  let isTouched = false;
  // Each seam gives back what its first or, for a decision, its second argument may become.
  const watched = Object.entries(faulty).map(([name, seam]) => [
    name,
    (...given: unknown[]) => {
      const before = name === 'decide' ? given[1] : given[0];
      const after = (seam as (...all: unknown[]) => unknown)(...given);
      isTouched ||= name === 'posts' ? !isThatPost(after, before) : after !== before;
      return after;
    },
  ]);
  return { seams: Object.fromEntries(watched), isTouched: () => isTouched };
}

function isThatPost(posts: unknown, post: unknown): boolean {
  return Array.isArray(posts) && posts.length === 1 && posts[0] === post;
}
