/** The hooks where a fault may change what the sandbox decides and sends. */
import type { MessageOf, PlainMessage } from '../../contracts/src/messages/message.ts';
import type { components } from './generated/control-types.ts';
import type { Refusal } from './refusal.ts';
import type {
  JsonResponse,
  SandboxOperation,
  SandboxRequest,
  SandboxResponse,
} from './request-and-response.ts';
import type { Rule } from './rules.ts';
import type { Caller, State, StoredUser } from './state.ts';
import type { AccountChange, NewTransaction, RuleMatch, StoppedConnection } from './user-update.ts';

/** The error of a user's fault, not of the sandbox. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

export interface HookContext {
  readonly operationId: SandboxOperation;
  readonly request: SandboxRequest;
  readonly state: State;
  /** The time in epoch milliseconds. */
  readonly now: number;
}

/** A message and its URL. */
export interface Post {
  readonly url: string;
  readonly match: RuleMatch;
  /** Set by a fault only. */
  readonly as?: PostedAs;
}

/** Deviations from a POST as JSON (DELIVERY-METHOD). */
export interface PostedAs {
  readonly method?: string;
  /** Header names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The post waits for this promise. */
  readonly after?: () => Promise<unknown>;
}

/** The first parameter of each hook is the value that it may change. */
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
  answer(answer: JsonResponse, context: HookContext): JsonResponse;
  /** The response as text. */
  response(response: SandboxResponse, context: HookContext): SandboxResponse;
  /** Whether a batch update updates a user that it names: one with isAutoUpdateEnabled, if the client is set up for it. */
  updates(isUpdated: boolean, user: StoredUser, state: State): boolean;
  /** The rules that the update of a user is checked against. */
  rules(rules: readonly Rule[], user: StoredUser, state: State): readonly Rule[];
  /**
   * The transactions of a subject that count for a rule, empty for an event without transactions; undefined if the rule does
   * not match.
   */
  ruleMatches(counted: Counted | undefined, rule: Rule, subject: Subject): Counted | undefined;
  /** The matches of a batch update, one per message, of all users. */
  matches(matches: readonly RuleMatch[], state: State): readonly RuleMatch[];
  /** A message before encryption. */
  plainMessage(message: PlainMessage, match: RuleMatch): PlainMessage;
  /** The message after encryption. */
  message(message: MessageOf, plain: PlainMessage, match: RuleMatch): MessageOf;
  /** The encrypted message as text. */
  messageText(text: string, match: RuleMatch): string;
  /** How often, where and how a message is posted: by default once, to the callback URL. */
  posts(post: Post): readonly Post[];
}

export type Counted = readonly NewTransaction[];
type Subject = AccountChange | StoppedConnection;

/** The hooks of the documented service, which change nothing. */
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

/** Does the work, and returns its result with the ids of the faults that changed it. */
export type Watched = <Result>(work: () => Result) => readonly [Result, faults: readonly string[]];

/** Switches faults of a running sandbox, and counts the changes of each. The sandbox knows faults only by id. */
export interface FaultSwitch {
  /** The hooks of the chosen faults. */
  readonly hooks: FaultHooks;
  /** The chosen faults in the order of choice. */
  chosen(): readonly components['schemas']['Fault'][];
  readonly watched: Watched;
  /** Switches these faults on and all others off. Resolves with one line about a wrong id, and then changes nothing. */
  choose(ids: readonly string[]): Promise<string | undefined>;
}
