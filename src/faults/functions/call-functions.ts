/** Faults of calls that no edit can express: answers of another kind, users and payments of others, what makes rules duplicates. */

import { randomUUID } from 'node:crypto';
import { type EventLayout, layoutOf } from '../../../contracts/src/base/event-layout.ts';
import { member } from '../../../contracts/src/base/json-value.ts';
import { webFormTime } from '../../sandbox/clock.ts';
import type { HookContext } from '../../sandbox/fault-hooks.ts';
import { pathOf, Refusal, type SandboxAnswer } from '../../sandbox/operations/request-and-answer.ts';
import { type Rule, type RuleParams, ruleOf } from '../../sandbox/rules.ts';
import type { State, StoredUser } from '../../sandbox/state.ts';
import { deciding, type FaultFunctions, type MakeHooks } from '../fault.ts';
import { sentBody } from './token-functions.ts';

const layouts: Readonly<Record<string, EventLayout | undefined>> = layoutOf;

/** Whether a rule has no value for what its params are required to have. */
function lacksParams(body: unknown): boolean {
  const { required = [] } = layouts[String(member(body, 'triggerEvent'))] ?? {};
  return required.some((name) => member(member(body, 'params'), name) === undefined);
}

export const callFunctions: FaultFunctions = {
  // Answers that return a web form.
  firstLocationForEver: (history) =>
    rewriting((answer) => {
      const [first = answer] = history.calls
        .map((call) => call.answer)
        .filter(({ headers }) => headers?.['location'] !== undefined);
      const { location } = first.headers ?? {};
      return location === undefined ? answer : { ...answer, headers: { ...answer.headers, location } };
    })(history),
  locationInBody: rewriting(({ headers: { location = '', ...headers } = {}, body, ...answer }) => ({
    ...answer,
    headers,
    body: { ...(body as object), location },
  })),
  locationRenamed: rewriting(({ headers: { location = '', ...headers } = {}, ...answer }) => ({
    ...answer,
    headers: { ...headers, 'web-form-location': location },
  })),
  urlInLocation: rewriting(({ headers, body, ...answer }) => {
    const { url = '', ...rest } = body as { url?: string };
    return { ...answer, headers: { ...headers, location: url }, body: rest };
  }),
  answersAsV1: rewriting(answerOfV1),
  answersAsV2: rewriting(answerOfV2),
  bodyOfV2: rewriting((answer) => ({ ...answer, body: answerOfV2(answer).body })),
  anothersPaymentIsSubmitted: submitting((payment) => payment !== undefined),
  unknownPaymentIsSubmitted: submitting((payment) => payment === undefined),

  // What becomes of a created user, and of a rule whose count has no use.
  userIsForgotten: keeping(({ id }, { users }) => users.delete(id)),
  passwordIsCut: keeping((user) => {
    user.password = user.password.slice(0, -1);
  }),
  idHasSingleSpaces: withId((id) => id.replace(/\s+/g, ' ')),
  idLosesOtherPlanes: withId((id) => id.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  inertCountIsRefused: () =>
    deciding('request', (outcome, { request }) => {
      const { includeDetails, params } = (sentBody(request) ?? {}) as Partial<Rule>;
      const isInert = includeDetails !== true && params?.maxTransactionsCount !== undefined;
      return isInert ? new Refusal(400, 'the count is of no use without details') : outcome;
    }),

  // What is no documented value is taken; only what is required is demanded.
  anyValuePasses: () =>
    deciding('request', (outcome, { request }) => (lacksParams(sentBody(request)) ? outcome : undefined)),

  // Something more has to be the same for a rule to be a duplicate.
  lowThresholdInKey: alsoSame('balanceThreshold'),
  highThresholdInKey: alsoSame('absoluteAmountThreshold'),
  countInKey: alsoSame('maxTransactionsCount'),
  waitInKey: alsoSame('waitForCategorization'),
  childrenInKey: alsoSame('includeChildCategories'),
  handleInKey: tooLax((one, other) => one.callbackHandle === other.callbackHandle),
  detailsInKey: tooLax((one, other) => one.includeDetails === other.includeDetails),
  onlyNewestIsCompared: tooLax((_, other, own) => other === own.at(-1)),
  onlyRulesOfTokenAreCompared: ({ calls }) =>
    deciding('duplicate', (isDuplicate, { operationId, request: { headers } }) => {
      const isKnown = calls.some(
        (call) =>
          call.operationId === operationId &&
          call.request.headers['authorization'] === headers['authorization'],
      );
      return isDuplicate && isKnown;
    }),

  // Something less is enough.
  rulesOfAllUsersAreCompared: comparing(
    ({ rule, isDuplicate, others }) => isDuplicate || others.some((one) => isSame(one, rule)),
  ),
  rulesOfAllEventsAreCompared: tooStrict(
    (one, other) => idsOf(one) !== undefined && idsOf(one) === idsOf(other),
  ),
  categoriesAreIgnored: tooStrict((one, other) => areCategories(one, other) && idsOf(one) === idsOf(other)),
  accountsOfCategoryAreIgnored: tooStrict(
    (one, other) => areCategories(one, other) && isOfSameCategory(one, other),
  ),
  oneRuleOfEachEvent: tooStrict(isAlike),
  connectionsAreIgnored: tooStrict(
    (one, other) => layoutOf[one.triggerEvent].subject === 'connection' && isAlike(one, other),
  ),
  sharedAccountIsDuplicate: tooStrict(
    (one, other) => isAlike(one, other) && listOf(one).some((id) => listOf(other).includes(id)),
  ),
  onlyFirstAccountIsCompared: tooStrict(
    (one, other) => isAlike(one, other) && listOf(one).length > 0 && listOf(one)[0] === listOf(other)[0],
  ),
  idsAreOf32Bits: tooStrict((one, other) =>
    haveSameIds(one, other, (id) => `${BigInt.asUintN(32, BigInt(id))}`),
  ),
  idsAreFloats: tooStrict((one, other) => haveSameIds(one, other, (id) => `${Number(id)}`)),
  allAccountsCoverOne: tooStrict(
    (one, other) => isAlike(one, other) && idsOf(one) !== undefined && idsOf(other) === undefined,
  ),
};

/** Writes the successes anew, and the 451 that returns a web form. */
export function rewriting(write: (answer: SandboxAnswer, context: HookContext) => SandboxAnswer): MakeHooks {
  return () => ({
    answer: (answer, context) =>
      answer.status < 300 || answer.status === 451 ? write(answer, context) : answer,
  });
}

/** 451, the envelope, and the address of the form in the location header. */
function answerOfV1({ body }: SandboxAnswer, { request }: HookContext): SandboxAnswer {
  const error = { code: 'WEB_FORM_REQUIRED', type: 'BUSINESS', multiStepAuthentication: null };
  const { url = address() } = (body ?? {}) as { url?: string };
  return {
    status: 451,
    headers: { location: url },
    body: {
      errors: [{ message: '4711', ...error }],
      date: '2026-03-02 09:00:00.000',
      requestId: randomUUID(),
      endpoint: `${request.method} ${pathOf(request.url)}`,
      authContext: 'sandbox-client',
      bank: 'Bank of the sandbox',
    },
  };
}

/** 201, and the web form in the body. */
function answerOfV2({ headers = {} }: SandboxAnswer): SandboxAnswer {
  const now = Date.UTC(2026, 2, 2, 8);
  return {
    status: 201,
    body: {
      id: randomUUID(),
      url: headers['location'] ?? address(),
      createdAt: webFormTime(now),
      expiresAt: webFormTime(now + 1_200_000),
      type: 'BANK_CONNECTION_IMPORT',
      status: 'NOT_YET_OPENED',
    },
  };
}

function address(): string {
  return `http://forms.example/forms/${randomUUID()}`;
}

/** A refused submission needs a web form where this is so of the payment that it names. */
function submitting(isSubmitted: (payment: unknown) => boolean): MakeHooks {
  return () => ({
    answer: (answer, context) => {
      const { paymentId = 0 } = (sentBody(context.request) ?? {}) as { paymentId?: number };
      const isPassed = answer.status === 404 && isSubmitted(context.state.payments.get(paymentId));
      return isPassed ? answerOfV1(answer, context) : answer;
    },
  });
}

function withId(write: (id: string) => string): MakeHooks {
  return rewriting((answer) => {
    const { id = '', ...others } = answer.body as { id?: string };
    return { ...answer, body: { ...others, id: write(id) } };
  });
}

/** A created user is kept in another way than the answer says. */
function keeping(change: (user: StoredUser, state: State) => void): MakeHooks {
  return rewriting((answer, { state }) => {
    const user = state.users.get((answer.body as Partial<StoredUser>).id ?? '');
    if (user) change(user, state);
    return answer;
  });
}

interface Compared {
  /** The rule that is to be created. */
  readonly rule: Rule;
  /** What the documentation says of it. */
  readonly isDuplicate: boolean;
  /** The rules of its user, oldest first. */
  readonly own: readonly Rule[];
  /** The rules of the other users. */
  readonly others: readonly Rule[];
}

function comparing(isDuplicate: (compared: Compared) => boolean): MakeHooks {
  return (history) =>
    deciding('duplicate', (outcome, { request, state }) => {
      const user = history.caller?.user;
      const others = [...state.users.values()].flatMap((one) => (one === user ? [] : one.rules));
      const rule = ruleOf(0, sentBody(request));
      return isDuplicate({ rule, isDuplicate: outcome, own: user?.rules ?? [], others });
    });
}

function tooLax(isAlsoSame: (rule: Rule, earlier: Rule, own: readonly Rule[]) => boolean): MakeHooks {
  return comparing(
    ({ rule, isDuplicate, own }) =>
      isDuplicate && own.some((earlier) => isSame(rule, earlier) && isAlsoSame(rule, earlier, own)),
  );
}

function alsoSame(name: keyof RuleParams): MakeHooks {
  return tooLax((one, other) => String(one.params[name]) === String(other.params[name]));
}

function tooStrict(isEnough: (rule: Rule, earlier: Rule) => boolean): MakeHooks {
  return comparing(
    ({ rule, isDuplicate, own }) => isDuplicate || own.some((earlier) => isEnough(rule, earlier)),
  );
}

/** The documented key of a rule: the trigger event with the ids, and the category where there is one. */
function isSame(one: Rule, other: Rule): boolean {
  return isAlike(one, other) && idsOf(one) === idsOf(other);
}

/** Of one trigger event, and of one category where there is one. */
function isAlike(one: Rule, other: Rule): boolean {
  return one.triggerEvent === other.triggerEvent && isOfSameCategory(one, other);
}

/** Of one trigger event, on ids that are the same once they are written so. */
function haveSameIds(one: Rule, other: Rule, write: (id: string) => string): boolean {
  const [ids, others] = [one, other].map((rule) => listOf(rule).map(write).join());
  return isAlike(one, other) && ids !== '' && ids === others;
}

function isOfSameCategory(one: Rule, other: Rule): boolean {
  return (
    !layoutOf[one.triggerEvent].params.includes('categoryId') ||
    one.params.categoryId === other.params.categoryId
  );
}

function areCategories(one: Rule, other: Rule): boolean {
  const isOne = ({ triggerEvent }: Rule) => layoutOf[triggerEvent].params.includes('categoryId');
  return isOne(one) && isOne(other);
}

function idsOf({ triggerEvent, params }: Rule): string | undefined {
  return params[layoutOf[triggerEvent].listed];
}

function listOf(rule: Rule): string[] {
  return idsOf(rule)?.split(',') ?? [];
}
