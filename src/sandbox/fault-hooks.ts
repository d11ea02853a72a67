/** The hooks where a fault may change what the sandbox decides and sends. */
import type { MessageOf, PlainMessage } from '../../contracts/src/messages/message.ts';
import type { components } from './generated/control-types.ts';
import type { Refusal } from './refusal.ts';
import type {
  SandboxAnswer,
  SandboxOperation,
  SandboxRequest,
  SandboxResponse,
} from './request-and-answer.ts';
import type { Rule } from './rules.ts';
import type { Caller, State, StoredUser } from './state.ts';
import type { AccountChange, NewTransaction, RuleMatch, StoppedConnection } from './user-update.ts';

/** What a fault of the user threw or returned: it is not the sandbox that failed. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

export interface HookContext {
  readonly operationId: SandboxOperation;
  readonly request: SandboxRequest;
  readonly state: State;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A message and where it goes. */
export interface Post {
  readonly url: string;
  readonly match: RuleMatch;
  /** Set by a fault only. */
  readonly as?: PostedAs;
}

/** How a message is posted otherwise than by POST as JSON (DELIVERY-METHOD). */
export interface PostedAs {
  readonly method?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The post waits for it. */
  readonly after?: () => Promise<unknown>;
}

/** Each is given first what it may change. */
export interface FaultHooks {
  /** Who gets a token. */
  credentials(caller: Caller | Refusal, context: HookContext): Caller | Refusal;
  /** Who makes a call. */
  authorization(caller: Caller | Refusal, context: HookContext): Caller | Refusal;
  /** Whether a request keeps its documented shape, types, required params and limits. */
  request(refusal: Refusal | undefined, context: HookContext): Refusal | undefined;
  /** Whether the API version of a call allows the rule. */
  apiVersion(refusal: Refusal | undefined, context: HookContext): Refusal | undefined;
  /** Whether a rule duplicates another of its user. */
  duplicate(isDuplicate: boolean, context: HookContext): boolean;
  answer(answer: SandboxAnswer, context: HookContext): SandboxAnswer;
  /** The same answer as text. */
  response(response: SandboxResponse, context: HookContext): SandboxResponse;
  /** Whether a batch update updates a user that it names: with isAutoUpdateEnabled, of a client set up for it. */
  updates(isUpdated: boolean, user: StoredUser, state: State): boolean;
  /** The rules that the update of a user is checked against. */
  rules(rules: readonly Rule[], user: StoredUser, state: State): readonly Rule[];
  /**
   * The transactions of a subject that count for a rule that concerns it, none for an event without transactions;
   * undefined where the rule does not match.
   */
  ruleMatches(counted: Counted | undefined, rule: Rule, subject: Subject): Counted | undefined;
  /** The messages of a batch update, of all its users. */
  matches(matches: readonly RuleMatch[], state: State): readonly RuleMatch[];
  /** A message before encryption. */
  plainMessage(message: PlainMessage, match: RuleMatch): PlainMessage;
  /** The same message after it. */
  message(message: MessageOf, plain: PlainMessage, match: RuleMatch): MessageOf;
  /** The same message as text. */
  messageText(text: string, match: RuleMatch): string;
  /** How often a message is posted, where to and how: once, to the callback URL. */
  posts(post: Post): readonly Post[];
}

export type Counted = readonly NewTransaction[];
type Subject = AccountChange | StoppedConnection;

/** The service as documented: nothing is changed. */
export const noHooks: FaultHooks = {
  credentials: (caller) => caller,
  authorization: (caller) => caller,
  request: (refusal) => refusal,
  apiVersion: (refusal) => refusal,
  duplicate: (isDuplicate) => isDuplicate,
  answer: (answer) => answer,
  response: (response) => response,
  updates: (isUpdated) => isUpdated,
  rules: (rules) => rules,
  ruleMatches: (counted) => counted,
  matches: (matches) => matches,
  plainMessage: (message) => message,
  message: (message) => message,
  messageText: (text) => text,
  posts: (post) => [post],
};

/** Does the work, and returns its result and the ids of the faults that changed something in it. */
export type Watched = <Result>(work: () => Result) => readonly [Result, faults: readonly string[]];

/** Switches faults on and off in a running sandbox, and counts what each changes. The sandbox knows them by id only. */
export interface FaultSwitch {
  /** Those of the chosen faults. */
  readonly hooks: FaultHooks;
  /** In the order in which they were chosen. */
  chosen(): readonly components['schemas']['Fault'][];
  readonly watched: Watched;
  /** Ends all other faults. Resolves with one line about an id that is wrong, and then nothing has changed. */
  choose(ids: readonly string[]): Promise<string | undefined>;
}
