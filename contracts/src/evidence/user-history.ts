/** Compares the calls of one user, in order of time: each with the earlier ones. */
import { layoutOf } from '../base/event-layout.ts';
import type { Finding } from '../judge/clause-check.ts';
import { idText } from '../judge/rule-facts.ts';
import type { Settings } from '../judge/settings.ts';
import type { Fact, SentRule } from './facts.ts';
import type { RecordSource } from './read-evidence.ts';

/** What a record breaks only beside an earlier one. */
export interface HistoryFinding extends Finding {
  readonly earlier: RecordSource;
}

/** About the provider, where it does not say otherwise. */
export type Found = Omit<HistoryFinding, 'about'> & { readonly about?: 'client' };

export interface PlacedFact {
  readonly fact: Fact;
  readonly source: RecordSource;
  /** The part of the recording, without a silence and a clock that goes back, that it is in, and its order there. */
  readonly part: number;
  readonly order: number;
  /** Of the response; 0 without one. */
  readonly status: number;
  /** Where the token of the call was issued, if it is that of a user. */
  readonly userToken: RecordSource | undefined;
}

export const AUTHORIZATION = '/request/headers/authorization';

/** Rules of one event that are looked through for one that overlaps. */
const MOST_RULES = 300;

/** What each call breaks beside the earlier ones. */
export function compareFacts(facts: readonly PlacedFact[], { userExists }: Settings): (Found | undefined)[] {
  /** The record that created the user, as long as nothing since may be missing: then all of the user is in the recording. */
  let whole: RecordSource | undefined;
  const tokens = new Set<string>();
  const rules = new Map<string, { readonly rule: SentRule; readonly source: RecordSource }>();
  const forms = new Map<string, { readonly createdAt: number; readonly source: RecordSource }>();
  const payments = new Set<string>();
  return facts.map((placed, index) => {
    if (index > 0 && placed.part !== facts[index - 1]?.part) breakOff();
    return compared(placed);
  });

  function compared(placed: PlacedFact): Found | undefined {
    const { fact, source } = placed;
    switch (fact.kind) {
      case 'token':
        return signIn(fact.token);
      case 'user':
        breakOff();
        // A service that takes a name twice may know its payments and rules (USER-EXISTS).
        if (userExists === 'refused') whole = source;
        tokens.clear();
        return ofUserToken(placed);
      case 'change':
        return breakOff();
      case 'unknown':
        whole = undefined;
        return undefined;
      case 'form':
        return form(fact, source);
      case 'payment':
        if (fact.id === undefined) whole = undefined;
        else payments.add(fact.id);
        return undefined;
      case 'submission':
        return submission(fact.payment);
      case 'rule':
        return fact.isCreated ? created(fact, placed) : refused(fact, placed);
    }
  }

  /** From here on the recording may lack calls of before, or what they left may be gone. */
  function breakOff(): undefined {
    whole = undefined;
    rules.clear();
  }

  /** Before a user signs in again, a test system may have been reset, and all that the user had is gone. */
  function signIn(token: string): undefined {
    const kept = tokens.size === 0 ? whole : undefined;
    breakOff();
    whole = kept;
    if (tokens.has(token)) forms.clear();
    tokens.add(token);
  }

  /** Two answers with one form have one createdAt, as where a form is given again or an exchange is recorded twice. */
  function form(
    { id, createdAt }: { id: string; createdAt: number },
    source: RecordSource,
  ): Found | undefined {
    const first = forms.get(id);
    if (!first) forms.set(id, { createdAt, source });
    if (!first || first.createdAt === createdAt) return undefined;
    const message = 'id is that of an earlier web form with another createdAt, not its own';
    return { clause: 'V2-FORM-ID-UNIQUE', pointer: '/response/body/id', message, earlier: first.source };
  }

  /** All payments of a user whose creation was recorded are in the recording. */
  function submission(payment: string): Found | undefined {
    if (!whole || payments.has(payment)) return undefined;
    const [clause, pointer] = ['V1-SUBMIT-PAYMENT-ID', '/request/body/paymentId'] as const;
    const message = 'paymentId is that of no payment that was created since the user was';
    return { clause, about: 'client', pointer, message, earlier: whole };
  }

  /** A second rule with the same list is refused (Uniqueness 1 to 4), unless the first may have been deleted. */
  function created(rule: SentRule, { source, status }: PlacedFact): Found | undefined {
    const { event, list, id } = rule;
    const first = rules.get(keyOf(rule));
    // One rule that was answered or recorded twice.
    const isSent = first?.rule.params === rule.params && first.rule.handle === rule.handle;
    if (first?.rule.id === id && (id !== undefined || isSent)) return undefined;
    rules.set(keyOf(rule), { rule, source });
    const { listed: field, unique } = layoutOf[event];
    if (!first || !unique || list === undefined) return undefined;
    const message = `${field} is that of an earlier ${event} rule of the user, and the call is answered with ${status}`;
    const pointer = `/request/body/params/${field}`;
    return { clause: unique.clause, pointer, message, earlier: first.source };
  }

  function refused(rule: SentRule, { status }: PlacedFact): Found | undefined {
    const pointer = '/response/body';
    const first = rules.get(keyOf(rule));
    if (first) {
      // What was taken once without its handle can only be refused for being there already.
      const { unique } = layoutOf[rule.event];
      const isDuplicate = rule.list !== undefined && unique && rule.params === first.rule.params;
      if (!isDuplicate || rule.says !== 'nothing' || ![400, 409, 422].includes(status)) return undefined;
      const message = 'the body says nothing, not that the rule exists already';
      return { clause: 'RULE-DUPLICATE-SAYS', pointer, message, earlier: first.source };
    }
    if (rule.says !== 'it exists' || !whole || rules.size > MOST_RULES) return undefined;
    const known = [...rules.values()].filter((other) => other.rule.event === rule.event);
    const overlapping = known.find((other) => overlaps(rule, other.rule));
    if (!overlapping || known.some((other) => mayBeSame(rule, other.rule))) return undefined;
    const isOfCategory = overlapping.rule.categoryId === rule.categoryId;
    const clause = isOfCategory ? 'RULE-OVERLAP-ALLOWED' : 'RULE-SEVERAL-CATEGORIES';
    const message = 'the body says that the rule exists, and no rule of the user has its params';
    return { clause, pointer, message, earlier: overlapping.source };
  }
}

/** Creating a user needs a client token (Endpoints, Authorization). */
function ofUserToken({ userToken, status }: PlacedFact): Found | undefined {
  if (!userToken) return undefined;
  const message = `the access token is that of a user, and the call is answered with ${status}`;
  return { clause: 'USER-CREATE-CLIENT-TOKEN', pointer: AUTHORIZATION, message, earlier: userToken };
}

function keyOf({ path, event, list, categoryId }: SentRule): string {
  return `${path} ${event} ${categoryId} ${list === undefined ? '' : `of ${list}`}`;
}

function idsOf({ list = '' }: SentRule): string[] {
  return list.split(',').map(idText).sort();
}

/** Whether they are one rule for some provider: the order of ids and rules without a list are open (ACCOUNT-IDS-ORDER, RULES-WITHOUT-ACCOUNTS). */
function mayBeSame(one: SentRule, other: SentRule): boolean {
  return one.categoryId === other.categoryId && idsOf(one).join() === idsOf(other).join();
}

function overlaps(one: SentRule, other: SentRule): boolean {
  if (one.list === undefined || other.list === undefined) return true;
  const ids = idsOf(other);
  return idsOf(one).some((id) => ids.includes(id));
}
