/** A check that cites a clause, of an exchange or a message, and what it finds. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { type Breach, type Finding, findingOf } from '../base/finding.ts';
import { type Fields, isObject } from '../base/json-value.ts';
import type { MessageItem, NotificationMessage } from './read-message.ts';
import type { RuleFacts } from './rule-facts.ts';
import type { Settings } from './settings.ts';

/** None: what was judged shows that the clause is kept; `silent`: it shows nothing of it. */
export type CheckResult = 'silent' | readonly Breach[];

/** What one exchange or message can show of a clause beyond its schemas. */
export interface ClauseCheck<Subject> {
  readonly clause: ClauseId;
  readonly check: (subject: Subject, settings: Settings) => CheckResult;
  /** Compares the response with the request: a mock that answers with examples cannot keep it. */
  readonly readsRequest?: true;
}

/** A message, and the rule that is said to have sent it, if any. */
interface MessageOfRule {
  readonly message: NotificationMessage;
  readonly rule?: RuleFacts | undefined;
}

export interface MessageCheck extends ClauseCheck<MessageOfRule> {
  /** Whether the field of the clause is judged at all, its schema included; without it always. */
  readonly isEvaluated?: (rule: RuleFacts | undefined, settings: Settings) => boolean;
}

/** What is expected at the pointer where the clause does not hold; undefined shows nothing of it. */
export function held(
  holds: boolean | undefined,
  pointer: string,
  expected: string | undefined,
  kind: Finding['kind'] = 'value',
  found?: string,
): CheckResult {
  if (holds === undefined) return 'silent';
  return holds ? [] : [{ pointer, kind, expected, found }];
}

/** What was found in a call or a message, and the clauses that it shows something of: those that it does not break, it upholds. */
export interface Judgement {
  readonly findings: readonly Finding[];
  readonly shows: readonly ClauseId[];
}

/** With the JSON Pointers, `*` for any index, of undocumented fields, each once: worth a note, never a violation. */
export interface WholeJudgement extends Judgement {
  readonly undocumented: readonly string[];
}

/** What the checks find; a check that is not silent shows its clause. */
export function runChecks<Subject>(
  checks: readonly ClauseCheck<Subject>[],
  subject: Subject,
  settings: Settings,
): Judgement {
  const results = checks.map(({ clause, check }) => ({ clause, result: check(subject, settings) }));
  const shows = results.filter(({ result }) => result !== 'silent').map(({ clause }) => clause);
  const findings = results.flatMap(({ clause, result }) =>
    result === 'silent' ? [] : result.map((breach) => findingOf(clause, breach)),
  );
  return { findings, shows };
}

/** A check of each item; the pointers of its breaches are relative to the item. */
export function itemCheck(
  clause: ClauseId,
  check: (item: MessageItem, of: MessageOfRule, settings: Settings) => CheckResult,
): MessageCheck {
  return {
    clause,
    check: (of, settings) =>
      together(of.message.items.map((item) => below(item.pointer, check(item, of, settings)))),
  };
}

/** A check of each transaction in the details; the pointers of its breaches are relative to the transaction. */
export function transactionCheck(
  clause: ClauseId,
  check: (transaction: Fields, of: MessageOfRule, settings: Settings) => CheckResult,
): MessageCheck {
  return itemCheck(clause, ({ transactions = [] }, of, settings) =>
    together(
      transactions.map((transaction, index) => {
        const result = isObject(transaction) ? check(transaction, of, settings) : 'silent';
        return below(`/details/${of.message.layout.transactions}/${index}`, result);
      }),
    ),
  );
}

function below(pointer: string, result: CheckResult): CheckResult {
  if (result === 'silent') return result;
  return result.map((breach) => ({ ...breach, pointer: pointer + breach.pointer }));
}

/** `silent` where every result is. */
function together(results: readonly CheckResult[]): CheckResult {
  const shown = results.filter((result) => result !== 'silent');
  return shown.length > 0 ? shown.flat() : 'silent';
}
