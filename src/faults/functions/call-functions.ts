/** Faults of calls that no edit can express: other responses, users and payments of others, other duplicate rules. */
import { type EventLayout, layoutOf } from '../../../contracts/src/base/event-layout.ts';
import { member } from '../../../contracts/src/base/json-value.ts';
import type { HookContext } from '../../sandbox/fault-hooks.ts';
import { Refusal } from '../../sandbox/refusal.ts';
import type { JsonResponse, SandboxRequest } from '../../sandbox/request-and-response.ts';
import { type Rule, type RuleParams, ruleOf } from '../../sandbox/rules.ts';
import type { State, StoredUser } from '../../sandbox/state.ts';
import type { FaultFunctions, MakeHooks } from '../fault.ts';
import type { PastCall } from '../past-calls.ts';
import { requestBody } from './token-functions.ts';

const layouts: Readonly<Record<string, EventLayout | undefined>> = layoutOf;

/** Whether a rule lacks a required param. */
function lacksParams(body: unknown): boolean {
  const { required = [] } = layouts[String(member(body, 'triggerEvent'))] ?? {};
  return required.some((name) => member(member(body, 'params'), name) === undefined);
}

export const callFunctions: FaultFunctions = {
  // Payments of others.
  paymentsAreOfEverybody: () => ({
    authorization: (outcome, { request, state: { payments, users } }) => {
      const owner = users.get(payments.get(paymentIdOf(request))?.user ?? '');
      return owner && !(outcome instanceof Refusal) ? { user: owner } : outcome;
    },
  }),
  unknownPaymentIsSubmitted: () => ({
    authorization: (outcome, { request, state: { payments } }) => {
      const id = paymentIdOf(request);
      if (outcome instanceof Refusal || !outcome.user || payments.get(id)) return outcome;
      payments.set(id, { id, user: outcome.user.id, bankId: 1, content: '{}' });
      return outcome;
    },
  }),

  /** Repeats the response for an equal request of the same caller. */
  sameAnswerToSameRequest: answeringAgain((isSameCaller) => isSameCaller),
  sameAnswerToAnother: answeringAgain((isSameCaller) => !isSameCaller),

  // Changes to a created user, and to a rule.
  userIsForgotten: keeping(({ id }, { users }) => users.delete(id)),
  passwordIsCut: keeping((user) => {
    user.password = user.password.slice(0, -1);
  }),
  emailIsUnique: keeping(({ id, email }, { users }) => {
    for (const other of users.values()) if (other.email === email && other.id !== id) users.delete(other.id);
  }),
  emailOfAnother: rewriting((answer, { state: { users } }) => {
    const { email, ...fields } = answer.body as StoredUser;
    const other = [...users.values()].findLast((user) => user.id !== fields.id);
    return { ...answer, body: { ...fields, email: email || other?.email } };
  }),
  detailsByDefault: (history) => ({
    answer: (answer, { request }) => {
      const rules = history.caller?.user?.rules ?? [];
      const rule = rules.at(-1);
      const isOpen = member(requestBody(request), 'includeDetails') === undefined;
      if (rule && isOpen) rules[rules.length - 1] = { ...rule, includeDetails: true };
      return answer;
    },
  }),
  inertCountIsRefused: () => ({
    request: (outcome, { request }) => {
      const { includeDetails, params } = (requestBody(request) ?? {}) as Partial<Rule>;
      const isInert = includeDetails !== true && params?.maxTransactionsCount !== undefined;
      return isInert ? new Refusal(400, 'the count is of no use without details') : outcome;
    },
  }),

  // Accepts undocumented values; only required fields are checked.
  anyValuePasses: () => ({
    request: (outcome, { request }) => (lacksParams(requestBody(request)) ? outcome : undefined),
  }),

  // Duplicates must agree in something more.
  lowThresholdInKey: alsoSame('balanceThreshold'),
  highThresholdInKey: alsoSame('absoluteAmountThreshold'),
  countInKey: alsoSame('maxTransactionsCount'),
  waitInKey: alsoSame('waitForCategorization'),
  childrenInKey: alsoSame('includeChildCategories'),
  handleInKey: tooLax((one, other) => one.callbackHandle === other.callbackHandle),
  detailsInKey: tooLax((one, other) => one.includeDetails === other.includeDetails),
  handleIsTakenOver: comparing(({ rule, isDuplicate, own }) => {
    const earlier = isDuplicate && own.find((one) => isSame(rule, one));
    if (earlier) Object.assign(earlier, { callbackHandle: rule.callbackHandle });
    return isDuplicate;
  }),
  onlyNewestIsCompared: tooLax((_, other, own) => other === own.at(-1)),
  only20NewestAreCompared: tooLax((_, other, own) => own.slice(-20).includes(other)),
  onlyRulesOfTokenAreCompared: ({ calls }) => ({
    duplicate: (isDuplicate, { operationId, request: { headers } }) => {
      const isKnown = calls.some(
        (call) =>
          call.operationId === operationId &&
          call.request.headers['authorization'] === headers['authorization'],
      );
      return isDuplicate && isKnown;
    },
  }),

  // Duplicates need to agree in less.
  refusedRulesAreCompared: (history) => ({
    duplicate: (isDuplicate, { operationId, request }) => {
      const rule = ruleOf(0, requestBody(request));
      const isStored = (call: PastCall) =>
        call.operationId === operationId &&
        call.answer.status === 400 &&
        call.caller?.user === history.caller?.user;
      return (
        isDuplicate ||
        history.calls.some((call) => isStored(call) && isSame(ruleOf(0, requestBody(call.request)), rule))
      );
    },
  }),
  rulesOfAllUsersAreCompared: comparing(
    ({ rule, isDuplicate, others }) => isDuplicate || others.some((one) => isSame(one, rule)),
  ),
  rulesOfAllEventsAreCompared: tooStrict(
    (one, other) => listedIds(one) !== undefined && listedIds(one) === listedIds(other),
  ),
  categoriesAreIgnored: tooStrict(
    (one, other) => one.triggerEvent === other.triggerEvent && listedIds(one) === listedIds(other),
  ),
  oneRuleOfEachEvent: tooStrict(isAlike),
  sharedAccountIsDuplicate: tooStrict(
    (one, other) => isAlike(one, other) && listOf(one).some((id) => listOf(other).includes(id)),
  ),
  onlyFirstAccountIsCompared: tooStrict(
    (one, other) => isAlike(one, other) && listOf(one).length > 0 && listOf(one)[0] === listOf(other)[0],
  ),
  idsAreOf32Bits: tooStrict((one, other) => {
    const [ids, others] = [one, other].map((rule) =>
      listOf(rule).map((id) => BigInt.asUintN(32, BigInt(id))),
    );
    return isAlike(one, other) && ids?.length !== 0 && ids?.join() === others?.join();
  }),
  allAccountsCoverOne: tooStrict(
    (one, other) => isAlike(one, other) && listedIds(one) !== undefined && listedIds(other) === undefined,
  ),
};

/** Rewrites success responses, and the 451 that returns a web form. */
export function rewriting(write: (answer: JsonResponse, context: HookContext) => JsonResponse): MakeHooks {
  return () => ({
    answer: (answer, context) =>
      answer.status < 300 || answer.status === 451 ? write(answer, context) : answer,
  });
}

/** Repeats the response of an earlier equal request, if `isAgain` says so of its caller. */
function answeringAgain(isAgain: (isSameCaller: boolean) => boolean): MakeHooks {
  return (history) =>
    rewriting((answer, { operationId, request: { body, headers } }) => {
      const earlier = history
        .successes()
        .find(
          ({ request, ...call }) =>
            call.operationId === operationId &&
            request.body === body &&
            isAgain(request.headers['authorization'] === headers['authorization']),
        );
      return earlier?.answer ?? answer;
    })(history);
}

function paymentIdOf(request: SandboxRequest): number {
  return Number(member(requestBody(request), 'paymentId'));
}

/** Stores a created user differently from the response. */
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
  /** Whether the documentation makes it a duplicate. */
  readonly isDuplicate: boolean;
  /** The rules of its user, oldest first. */
  readonly own: readonly Rule[];
  /** The rules of the other users. */
  readonly others: readonly Rule[];
}

function comparing(isDuplicate: (compared: Compared) => boolean): MakeHooks {
  return (history) => ({
    duplicate: (outcome, { request, state }) => {
      const user = history.caller?.user;
      const others = [...state.users.values()].flatMap((one) => (one === user ? [] : one.rules));
      const rule = ruleOf(0, requestBody(request));
      return isDuplicate({ rule, isDuplicate: outcome, own: user?.rules ?? [], others });
    },
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

/** Whether two rules have the same documented key: trigger event, ids, and category if any. */
function isSame(one: Rule, other: Rule): boolean {
  return isAlike(one, other) && listedIds(one) === listedIds(other);
}

/** Whether two rules have the same trigger event, and category if any. */
function isAlike(one: Rule, other: Rule): boolean {
  return one.triggerEvent === other.triggerEvent && isOfSameCategory(one, other);
}

function isOfSameCategory(one: Rule, other: Rule): boolean {
  return (
    !layoutOf[one.triggerEvent].params.includes('categoryId') ||
    one.params.categoryId === other.params.categoryId
  );
}

function listedIds({ triggerEvent, params }: Rule): string | undefined {
  return params[layoutOf[triggerEvent].listed];
}

function listOf(rule: Rule): string[] {
  return listedIds(rule)?.split(',') ?? [];
}
