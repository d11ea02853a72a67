/** A check that cites a clause, of an exchange or a message, and what it finds. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { isObject } from '../base/json-value.ts';
import type { Fields, MessageItem, NotificationMessage } from './read-message.ts';
import type { RuleFacts } from './rule-facts.ts';
import type { Settings } from './settings.ts';

/** What breaks a clause: whose mistake it is, the place, and in words what is there instead of what is due. */
export interface Finding {
  readonly clause: ClauseId;
  /** The provider broke what is documented, or the client sent a request that deviates from it, and the call succeeded. */
  readonly about: 'provider' | 'client';
  /** JSON Pointer into the exchange or message that was judged. */
  readonly pointer: string;
  /** `<what> is <found>, not <wanted>`; never a secret or personal data. */
  readonly message: string;
}

/** A finding whose clause is known from its check. */
export type Breach = Omit<Finding, 'clause' | 'about'>;

/** `upheld`: what was judged shows that the clause is kept; `silent`: it shows nothing of it. */
export type CheckResult = 'upheld' | 'silent' | readonly Breach[];

/** What one exchange or message can show of a clause beyond its schemas. */
export interface ClauseCheck<Subject> {
  readonly clause: ClauseId;
  readonly check: (subject: Subject, settings: Settings) => CheckResult;
  /** Compares the answer with the request: a mock that answers with examples cannot keep it. */
  readonly readsRequest?: true;
}

export type MessageCheck = ClauseCheck<NotificationMessage>;

/** A message and the rule that is said to have sent it. */
export interface MessageOfRule {
  readonly message: NotificationMessage;
  readonly rule: RuleFacts;
}
export type RuleCheck = ClauseCheck<MessageOfRule>;

/** What the messages of one trigger event must keep beyond their schemas, in the order of the findings. */
export interface EventChecks {
  readonly ofMessage: readonly MessageCheck[];
  /** Need the rule that sent the message. */
  readonly ofRule: readonly RuleCheck[];
  /** Clauses on fields that are not evaluated: those of a later service version or of another rule. */
  readonly notEvaluated?: (rule: RuleFacts | undefined, settings: Settings) => readonly ClauseId[];
}

export function breach(pointer: string, message: string): readonly Breach[] {
  return [{ pointer, message }];
}

/** What was found in a call or a message, and the clauses that it shows something of: those that it does not break, it upholds. */
export interface Judgement {
  readonly findings: readonly Finding[];
  readonly shows: readonly ClauseId[];
}

/** What the checks find; a check that is not silent shows its clause. */
export function checked<Subject>(
  checks: readonly ClauseCheck<Subject>[],
  subject: Subject,
  settings: Settings,
): { readonly findings: Finding[]; readonly shows: ClauseId[] } {
  const findings: Finding[] = [];
  const shows: ClauseId[] = [];
  for (const { clause, check } of checks) {
    const result = check(subject, settings);
    if (result === 'silent') continue;
    shows.push(clause);
    if (result === 'upheld') continue;
    for (const { pointer, message } of result) findings.push({ clause, about: 'provider', pointer, message });
  }
  return { findings, shows };
}

/** A check of each item; the pointers of its breaches are relative to the item. */
export function itemCheck(
  clause: ClauseId,
  check: (item: MessageItem, message: NotificationMessage, settings: Settings) => CheckResult,
): MessageCheck {
  return {
    clause,
    check: (message, settings) => eachItem(message, (item) => check(item, message, settings)),
  };
}

/** The same with the rule. */
export function itemOfRuleCheck(
  clause: ClauseId,
  check: (item: MessageItem, of: MessageOfRule, settings: Settings) => CheckResult,
): RuleCheck {
  return { clause, check: (of, settings) => eachItem(of.message, (item) => check(item, of, settings)) };
}

/** A check of each transaction in the details; the pointers of its breaches are relative to the transaction. */
export function transactionCheck(
  clause: ClauseId,
  check: (
    transaction: Fields,
    of: { item: MessageItem; message: NotificationMessage },
    settings: Settings,
  ) => CheckResult,
): MessageCheck {
  return itemCheck(clause, (item, message, settings) =>
    eachTransaction(item, message, (transaction) => check(transaction, { item, message }, settings)),
  );
}

export function eachItem(
  { items }: NotificationMessage,
  check: (item: MessageItem) => CheckResult,
): CheckResult {
  return each(items, check, (index) => items[index]?.pointer ?? '');
}

export function eachTransaction(
  { transactions = [] }: MessageItem,
  { layout }: NotificationMessage,
  check: (transaction: Fields) => CheckResult,
): CheckResult {
  return each(
    transactions,
    (transaction) => (isObject(transaction) ? check(transaction) : 'silent'),
    (index) => `/details/${layout.transactions}/${index}`,
  );
}

/** `silent` where every result is. */
function each<Entry>(
  entries: readonly Entry[],
  check: (entry: Entry) => CheckResult,
  pointerOf: (index: number) => string,
): CheckResult {
  let result: 'upheld' | 'silent' = 'silent';
  const breaches: Breach[] = [];
  for (let index = 0; index < entries.length; index++) {
    const found = check(entries[index] as Entry);
    if (found === 'upheld') result = found;
    else if (found !== 'silent')
      for (const { pointer, message } of found)
        breaches.push({ pointer: pointerOf(index) + pointer, message });
  }
  return breaches.length > 0 ? breaches : result;
}
