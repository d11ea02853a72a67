/** Where a fault may take hold: what was decided, what is about to leave, the clock. Handlers and updates know nothing of it. */
import type { MessageOf, PlainMessage } from '../../contracts/src/messages/message.ts';
import type { Post } from './batch-update/outbox.ts';
import type { AccountChange, FailedLogin, NewTransaction, RuleMatch } from './batch-update/user-update.ts';
import type { Clock } from './clock.ts';
import type { Caller } from './operations/authorization.ts';
import type { Answer, OperationId, Refusal, Request, Response } from './operations/request-and-answer.ts';
import type { Rule } from './rules.ts';
import type { BankConnection, State, User } from './state.ts';

/** The decisions by name, each with what may come of it. */
export interface Decisions {
  /** For whom a token is issued. */
  readonly credentials: Caller | Refusal;
  /** Who makes a call. */
  readonly authorization: Caller | Refusal;
  /** Whether a request keeps its documented shape, types, required params and limits. */
  readonly request: Refusal | undefined;
  /** Whether the API version of a call allows the rule. */
  readonly apiVersion: Refusal | undefined;
  /** Whether a rule duplicates another of its user. */
  readonly duplicate: boolean;
}

export interface HookContext {
  readonly operationId: OperationId;
  readonly request: Request;
  readonly state: State;
}

export interface FaultHooks {
  decide<Name extends keyof Decisions>(
    name: Name,
    outcome: Decisions[Name],
    context: HookContext,
  ): Decisions[Name];
  answer(answer: Answer, context: HookContext): Answer;
  /** The same answer as it is written. */
  response(response: Response, context: HookContext): Response;
  /** Once, when the sandbox is made. */
  clock(clock: Clock): Clock;
  /** Whether a batch update updates a user whom it names: with isAutoUpdateEnabled, of a client set up for it. */
  updates(isUpdated: boolean, user: User, state: State): boolean;
  /** The rules that the update of a user is checked against. */
  rules(rules: readonly Rule[], user: User, state: State): readonly Rule[];
  /**
   * What of a subject counts for a rule that concerns it: the transactions, none of them for an event that has none;
   * undefined where the rule does not match.
   */
  ruleMatches(counted: Counted | undefined, rule: Rule, subject: Subject): Counted | undefined;
  /** The messages of a batch update, of all its users. */
  matches(matches: readonly RuleMatch[], state: State): readonly RuleMatch[];
  /** A message before encryption. */
  plainMessage(message: PlainMessage, match: RuleMatch): PlainMessage;
  /** The same message after it. */
  message(message: MessageOf, plain: PlainMessage, match: RuleMatch): MessageOf;
  /** The same message as it is written. */
  messageText(text: string, match: RuleMatch): string;
  /** How often a message is posted, where to and how: once, to the callback URL. */
  posts(post: Post): readonly Post[];
}

export type Counted = readonly NewTransaction[];
type Subject = AccountChange | FailedLogin | BankConnection;

/** The service as it is documented: nothing is changed. */
export const noHooks: FaultHooks = {
  decide: (_, outcome) => outcome,
  answer: (answer) => answer,
  response: (response) => response,
  clock: (clock) => clock,
  updates: (isUpdated) => isUpdated,
  rules: (rules) => rules,
  ruleMatches: (counted) => counted,
  matches: (matches) => matches,
  plainMessage: (message) => message,
  message: (message) => message,
  messageText: (text) => text,
  posts: (post) => [post],
};

/** Where a sandbox is told to misbehave: it knows the faults by their ids alone, and what they do to its hooks. */

export interface FaultSwitch {
  /** Those of the faults that are chosen. */
  readonly hooks: FaultHooks;
  /** Their ids, in the order in which they were named. */
  chosen(): readonly string[];
  /** Ends the others. Resolves with what is wrong with an id, in one line, and then nothing has changed. */
  choose(ids: readonly string[]): Promise<string | undefined>;
}
