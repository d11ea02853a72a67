/** Where a fault may take hold: what was decided, what is about to leave, the clock. Handlers and updates know nothing of it. */
import type { MessageOf, PlainMessage } from '../../contracts/src/messages/message.ts';
import type { Answer } from './answer.ts';
import type { AccountChange, NewTransaction } from './batch-update/account-change.ts';
import type { RuleMatch } from './batch-update/rule-match.ts';
import type { FailedLogin } from './batch-update/user-update.ts';
import type { Clock } from './clock.ts';
import type { Caller } from './decisions/authorization.ts';
import type { Post } from './delivery/outbox.ts';
import type { Request, Response } from './door.ts';
import type { OperationId } from './operation.ts';
import type { Refusal } from './refusal.ts';
import type { Rule } from './rule.ts';
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

export interface SeamContext {
  readonly operationId: OperationId;
  readonly request: Request;
  readonly state: State;
}

export interface Seams {
  decide<Name extends keyof Decisions>(
    name: Name,
    outcome: Decisions[Name],
    context: SeamContext,
  ): Decisions[Name];
  answer(answer: Answer, context: SeamContext): Answer;
  /** The same answer as it is written. */
  response(response: Response, context: SeamContext): Response;
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
export const noSeams: Seams = {
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
