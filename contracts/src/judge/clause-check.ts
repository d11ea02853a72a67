/** A check of an exchange or a message that cites a clause, and its result. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { type Breach, type Finding, findingOf } from '../base/finding.ts';
import { type Fields, isObject } from '../base/json-value.ts';
import type { MessageItem, NotificationMessage } from './read-message.ts';
import type { RuleFacts } from './rule-facts.ts';
import type { Settings } from './settings.ts';

/** An empty list: the clause is kept; `silent`: the exchange or message shows nothing of it. */
export type CheckResult = 'silent' | readonly Breach[];

/** A check of one exchange or message beyond its schemas. */
export interface ClauseCheck<Subject> {
  readonly clause: ClauseId;
  readonly check: (subject: Subject, settings: Settings) => CheckResult;
  /** Set if the check compares the response with the request: a mock that responds with examples cannot pass it. */
  readonly readsRequest?: true;
}

/** A message, and the rule that should have sent it, if known. */
interface MessageOfRule {
  readonly message: NotificationMessage;
  readonly rule?: RuleFacts | undefined;
}

export interface MessageCheck extends ClauseCheck<MessageOfRule> {
  /** Whether the field of the clause is judged at all, by its schema too; always if absent. */
  readonly isEvaluated?: (rule: RuleFacts | undefined, settings: Settings) => boolean;
}

/** A breach if `holds` is false, silent if it is undefined. */
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

/** The findings of a call or message, and the clauses that it shows: each is either broken or upheld. */
export interface Judgement {
  readonly findings: readonly Finding[];
  readonly shows: readonly ClauseId[];
}

/** A judgement with the JSON Pointers, `*` for any index, of undocumented fields, each once: a note, never a violation. */
export interface WholeJudgement extends Judgement {
  readonly undocumented: readonly string[];
}

/** Runs the checks; each check that is not silent shows its clause. */
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

/** Joins results; silent if all are. */
function together(results: readonly CheckResult[]): CheckResult {
  const shown = results.filter((result) => result !== 'silent');
  return shown.length > 0 ? shown.flat() : 'silent';
}
