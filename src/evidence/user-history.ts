/** Compares each call of one user with the earlier ones. */

import { layoutOf } from '../../contracts/src/base/event-layout.ts';
import { type Finding, findingOf, type RecordSource } from '../../contracts/src/base/finding.ts';
import type { Fact, FactOf } from './facts.ts';

/** Called with each record that has findings. */
export type Seen = (source: RecordSource, findings: readonly Finding[]) => void;

interface LateFinding {
  readonly source: RecordSource;
  readonly finding: Finding;
}

export interface Placed {
  readonly source: RecordSource;
  /** The time in milliseconds since 1970, if recorded. */
  readonly time: number | undefined;
}

export interface PlacedFact extends Placed {
  /** Undefined for a call that is kept only for its token. */
  readonly fact: Fact | undefined;
  /** The status of the response; 0 without one. */
  readonly status: number;
  /** The finding from a comparison with the call that issued the token. */
  readonly ofToken: Finding | undefined;
}

/** After a silence of this length, in milliseconds, calls may be missing. */
const SILENCE = 3_600_000;

export class UserHistory {
  readonly #tokens = new Set<string>();
  readonly #rules = new Map<string, Placed & { readonly rule: FactOf<'rule'> }>();
  readonly #forms = new Map<string, { readonly form: FactOf<'form'>; readonly source: RecordSource }>();
  readonly #payments = new Map<string, { readonly sent: string; readonly source: RecordSource }>();
  /** The first rule of each key. */
  readonly #first = new Map<string, { readonly rule: FactOf<'rule'>; readonly source: RecordSource }>();
  /** Rules that may repeat an earlier one: a later list that shows both ids confirms it. */
  readonly #unsure: { readonly ids: readonly string[]; readonly late: LateFinding }[] = [];
  /** Findings that only a later call shows, with their records. */
  readonly late: LateFinding[] = [];
  #isCreated = false;
  #last: PlacedFact | undefined;

  /** Compares the next call with the earlier ones. */
  add(placed: PlacedFact): Finding | undefined {
    if (this.#last && isApart(this.#last, placed)) this.#rules.clear();
    this.#last = placed;
    const { fact, source } = placed;
    switch (fact?.kind) {
      case 'token':
        // A test system may have been reset before a user signs in again, and everything of the user deleted.
        this.#rules.clear();
        if (this.#tokens.has(fact.token)) this.#forms.clear();
        this.#tokens.add(fact.token);
        return undefined;
      case 'user':
        for (const known of [this.#rules, this.#first, this.#payments, this.#tokens]) known.clear();
        this.#unsure.length = 0;
        this.#isCreated = true;
        return undefined;
      case 'change':
        this.#rules.clear();
        return undefined;
      case 'list':
        // A list that has both shows that the first was not deleted in between.
        for (const { ids, late } of this.#unsure.splice(0))
          if (ids.every((id) => fact.ids.has(id))) this.late.push(late);
        return undefined;
      case 'form':
        return this.#form(fact, source);
      case 'payment':
        return this.#payment(fact, source);
      case 'rule':
        return fact.isCreated ? this.#created(fact, placed) : this.#refused(fact);
      case undefined:
        return undefined;
    }
  }

  /** Compares payments of a user that the recording shows being created: then nothing was reset in between. */
  #payment({ id, sent }: { id: string; sent: string }, source: RecordSource) {
    const first = this.#payments.get(id);
    if (!first) this.#payments.set(id, { sent, source });
    if (!first || first.sent === sent || !this.#isCreated) return undefined;
    return repeatedId('V1-PAYMENT-ID', first.source, 'payment with another request');
  }

  /** Compares forms by id. Equal createdAt and request are one form, returned again or recorded twice. */
  #form(form: FactOf<'form'>, source: RecordSource) {
    const first = this.#forms.get(form.id);
    if (!first) this.#forms.set(form.id, { form, source });
    if (!first || (first.form.createdAt === form.createdAt && first.form.sent === form.sent))
      return undefined;
    const other = first.form.sent === form.sent ? 'with another createdAt' : 'of another request';
    return repeatedId('V2-FORM-ID-UNIQUE', first.source, `web form ${other}`);
  }

  /** A second rule with the same list must be refused (Uniqueness 1 to 4), unless the first may have been deleted. */
  #created(rule: FactOf<'rule'>, { source, status, time }: PlacedFact) {
    const { event, list, id } = rule;
    const first = this.#rules.get(ruleKey(rule));
    // With equal or unknown times, it may be one call, recorded twice.
    const isSent = first?.rule.params === rule.params && first.rule.handle === rule.handle;
    const isOneTime = first?.time === time || first?.time === undefined || time === undefined;
    if (isSent && isOneTime && first.rule.id === id) return undefined;
    this.#rules.set(ruleKey(rule), { rule, source, time });
    const { listed: field, unique } = layoutOf[event];
    if (!unique || list === undefined) return undefined;
    const before = this.#first.get(ruleKey(rule));
    if (!before) this.#first.set(ruleKey(rule), { rule, source });
    const earlier = first ?? before;
    if (!earlier) return undefined;
    const finding = findingOf(unique.clause, {
      kind: 'status',
      pointer: `/request/body/params/${field}`,
      subject: `${field} as in an earlier ${event} rule of the user`,
      expected: '4xx or 5xx',
      found: `${status}`,
      earlier: earlier.source,
    });
    if (first) return finding;
    const ids = [earlier.rule.id, id].filter((each) => each !== undefined);
    if (new Set(ids).size === 2) this.#unsure.push({ ids, late: { source, finding } });
    return undefined;
  }

  /** A rule that was accepted before with equal params can only be refused as a duplicate, which the response must say. */
  #refused(rule: FactOf<'rule'>) {
    const first = this.#rules.get(ruleKey(rule));
    const { unique } = layoutOf[rule.event];
    const isDuplicate = rule.list !== undefined && unique && rule.params === first?.rule.params;
    if (!first || !isDuplicate || !rule.isWordless) return undefined;
    const breach = { pointer: '/response/body', expected: 'text that says that the rule exists already' };
    return findingOf('RULE-DUPLICATE-SAYS', { ...breach, found: 'none', earlier: first.source });
  }
}

/** Whether calls may be missing between the two. */
function isApart(before: PlacedFact, { source, time }: PlacedFact): boolean {
  if (time === undefined || before.time === undefined) return before.source.file !== source.file;
  return time - before.time > SILENCE;
}

export function repeatedId(
  clause: Finding['clause'],
  earlier: RecordSource,
  of: string,
  pointer = '/response/body/id',
): Finding {
  const breach = { kind: 'repeated', pointer, expected: 'a new one' } as const;
  return findingOf(clause, { ...breach, found: `that of an earlier ${of}`, earlier });
}

function ruleKey({ path, event, list, categoryId }: FactOf<'rule'>): string {
  return `${path} ${event} ${categoryId} ${list === undefined ? '' : `of ${list}`}`;
}
