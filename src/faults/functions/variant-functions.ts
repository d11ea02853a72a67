/** The differences of benign variants that no edit can express. */
import open from '../../../contracts/generated/validators/open.js';
import { layoutOf } from '../../../contracts/src/base/event-layout.ts';
import { germanTimeOf } from '../../../contracts/src/base/german-time.ts';
import { isObject, member } from '../../../contracts/src/base/json-value.ts';
import type { SchemaNode } from '../../../contracts/src/base/schema.ts';
import type { PostedAs } from '../../sandbox/batch-update/outbox.ts';
import { AccountChange, type RuleMatch } from '../../sandbox/batch-update/user-update.ts';
import type { HookContext } from '../../sandbox/fault-hooks.ts';
import type { SandboxRequest, SandboxResponse } from '../../sandbox/operations/request-and-answer.ts';
import type { Rule } from '../../sandbox/rules.ts';
import type { State } from '../../sandbox/state.ts';
import { editItems, editTransactions } from '../edit-tree.ts';
import type { FaultFunctions, MakeHooks } from '../fault.ts';
import { rewriting } from './call-functions.ts';
import { writing, writingItems } from './message-functions.ts';
import { sentBody } from './token-functions.ts';

const POSTED: readonly PostedAs[] = [
  { method: 'PUT', headers: { 'content-type': 'text/plain; charset=utf-8' } },
  { method: 'PATCH', headers: { 'content-type': 'application/vnd.bank+json', 'x-signature': 'sha256=00' } },
  { method: 'POST', headers: { authorization: 'Basic eA==', 'x-request-id': '1' } },
];
export const variantFunctions: FaultFunctions = {
  // Answers.
  headersOtherwise: () => ({
    response: (response) => ({
      ...response,
      headers: Object.fromEntries([
        ...Object.entries(response.headers).map(([name, value]) => [name.toUpperCase(), value]),
        ['X-Request-Id', '0000-1111'],
        ['Set-Cookie', 'a=b'],
      ]),
    }),
  }),
  refusedInEnvelope: refusing((says, { request }) => ({
    body: envelopeOf(says, `${request.method} ${request.url}`),
  })),
  refusedInHtml: refusing((says) => ({ headers: { 'content-type': 'text/html' }, body: `<p>${says}</p>` })),
  refusedWithoutWords: refusing((_, { operationId }) =>
    operationId === 'createNotificationRule' ? {} : { headers: {}, body: '' },
  ),

  // Web forms.
  formsWithQueryAndFragment: withAddresses((address) => new URL(`${address}?lang=de&theme=#start`)),
  formsInDeepPath: withAddresses((address) => new URL(`https://forms.example/a/b/c${address.pathname}`)),
  formsOnAnotherHost: withAddresses((address) => new URL(`https://forms.example${address.pathname}`)),
  formTimesInBerlin: withFormTimes('+0100', 60),
  formTimesInNewfoundland: withFormTimes('-0330', -210),
  firstImportsWithForm: (history) => ({
    answer: (answer, { operationId, request }) => {
      if (operationId !== 'importBankConnectionV1' || answer.status !== 451) return answer;
      const bankOf = ({ headers }: SandboxRequest, body: unknown) =>
        `${headers['authorization']} ${member(body, 'bankId')}`;
      const imported = history
        .successes()
        .filter((call) => call.operationId === operationId)
        .map((call) => bankOf(call.request, sentBody(call.request)));
      const body = sentBody(request);
      if (!imported.includes(bankOf(request, body))) return answer;
      return { status: 201, body: { id: imported.length, bankId: member(body, 'bankId'), accountIds: [] } };
    },
  }),

  // Users and payments.
  phoneNormalised: rewritingBody((body) => ({
    ...body,
    phone: `49${String(body['phone']).replace(/\D|^0+/g, '')}`,
  })),
  unsetOfPayment: rewritingBody((body, { request }) => {
    const { executionDate = null, instantPayment = null } = (sentBody(request) ?? {}) as Record<
      string,
      unknown
    >;
    return {
      ...body,
      ...(executionDate === null && { instructedExecutionDate: null }),
      ...(instantPayment === null && { instantPayment: null }),
    };
  }),

  // Messages.
  cutBeforeSorting: () => ({
    matches: (matches) =>
      matches.map((match) => {
        const { includeDetails, params } = match.rule;
        const most = includeDetails ? (params.maxTransactionsCount ?? 100) : Number.POSITIVE_INFINITY;
        if (!layoutOf[match.rule.triggerEvent].isCapped) return match;
        const accounts = match.accounts.map((account) => ({
          ...account,
          transactions: account.transactions.slice(0, most),
        }));
        return { ...match, accounts };
      }),
  }),
  adjustingAloneSilent: () => ({
    matches: (matches) =>
      matches.flatMap((match) => {
        if (!isOfNews(match.rule)) return match;
        const accounts = match.accounts.filter(({ transactions }) =>
          transactions.some(({ isAdjustingEntry }) => !isAdjustingEntry),
        );
        return accounts.length > 0 ? { ...match, accounts } : [];
      }),
  }),
  halfOfCutLists: writingItems((item) => {
    const list = isObject(item['details']) ? item['details']['transactionDetails'] : undefined;
    if (!Array.isArray(list) || !(Number(item['newTransactionsCount']) > list.length)) return item;
    return { ...item, details: { transactionDetails: list.slice(0, list.length / 2) } };
  }),
  everyMatchingItem: () => ({
    rules: (rules) =>
      rules.map((rule) => {
        const { accountIds: _, bankConnectionIds: __, ...params } = rule.params;
        return { ...rule, params };
      }),
    matches: (matches) =>
      matches.filter(({ rule, update, accounts, connections }) => {
        const { params } = update.user.rules.find(({ id }) => id === rule.id) ?? rule;
        const list = params.accountIds ?? params.bankConnectionIds;
        const ids = [
          ...accounts.map(({ change }) => change.account.id),
          ...connections.map(({ connection }) => connection.id),
        ];
        return list === undefined || ids.some((id) => list.split(',').includes(String(id)));
      }),
  }),
  everyLowAccount: () => ({
    matches: (matches, state) => [
      ...matches.filter(({ rule }) => rule.params.balanceThreshold === undefined),
      ...lowMatches(matches, state),
    ],
  }),
  serviceDateOfUpdate: withServiceDate((time) => time),
  serviceDateOfDay: withServiceDate((time) => `${time.slice(0, 10)} 00:00:00.000`),
  noDetailsWithoutDenial: writingItems(({ details, ...item }) =>
    item['errorCode'] ? { ...item, details } : item,
  ),
  nullForAbsent: writing((message) =>
    editItems({ ...NULLS_OF_MESSAGES, ...message }, (item) => ({ ...NULLS_OF_ITEMS, ...item })),
  ),
  postedOtherwise: posting((count) => POSTED[count % POSTED.length] as PostedAs),
  postedLate: posting((count) => ({
    after: () => new Promise((over) => setTimeout(over, ((count + 1) % 3) * 5)),
  })),
};

const MESSAGE_SCHEMAS: readonly SchemaNode[] = Object.entries(open).flatMap(([name, { schema }]) =>
  name.endsWith('.message') ? schema : [],
);
/** Null for each field that some event documents at the top of its message, and in an item. */
const NULLS_OF_MESSAGES = nullsOf(MESSAGE_SCHEMAS);
const NULLS_OF_ITEMS = nullsOf(
  MESSAGE_SCHEMAS.flatMap(({ properties = {} }) =>
    Object.values(properties).flatMap(({ items = {} }) => items),
  ),
);

function nullsOf(schemas: readonly SchemaNode[]): Record<string, null> {
  const names = schemas.flatMap(({ properties = {} }) => Object.keys(properties));
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** Whether every new transaction counts for it. */
function isOfNews({ triggerEvent }: Pick<Rule, 'triggerEvent'>): boolean {
  const { transactions, qualifies } = layoutOf[triggerEvent];
  return transactions !== undefined && !qualifies;
}

/** `write` is given the German time of the update. */
function withServiceDate(write: (time: string) => string): MakeHooks {
  return writing((message, { update }) => {
    const serviceBookingDate = write(germanTimeOf(update.at));
    return editTransactions(message, (all) => all.map((one) => ({ ...one, serviceBookingDate })));
  });
}

/** A match for each rule with a balanceThreshold of the users that may be updated, with all low accounts that it concerns. */
function lowMatches(matches: readonly RuleMatch[], { client, users }: State): RuleMatch[] {
  const updated = [...users.values()].filter((user) => client.batchUpdates && user.isAutoUpdateEnabled);
  return updated.flatMap((user) => {
    const nothing = { user, changes: [], stopped: {} };
    const update = { ...client, ...nothing, at: 0, categorizedAt: 0 };
    return user.rules.flatMap((rule): RuleMatch[] => {
      const { balanceThreshold, accountIds } = rule.params;
      if (balanceThreshold === undefined) return [];
      const match = matches.find((one) => one.rule === rule);
      const known = match?.accounts ?? [];
      const further = user.bankConnections.flatMap((connection) =>
        connection.accounts.flatMap((account) => {
          const isListed = accountIds === undefined || accountIds.split(',').includes(String(account.id));
          const isKnown = known.some(({ change }) => change.account === account);
          if (isKnown || !isListed || account.balance.gte(balanceThreshold)) return [];
          const unchanged = { newBalance: account.balance, transactions: [], categorizedAt: 0 };
          return [{ change: new AccountChange({ connection, account, ...unchanged }), transactions: [] }];
        }),
      );
      const accounts = [...known, ...further];
      return accounts.length > 0 ? [{ update, connections: [], dueAt: 0, ...match, rule, accounts }] : [];
    });
  });
}

/** The body of every success. */
function rewritingBody(write: (body: Record<string, unknown>, context: HookContext) => object): MakeHooks {
  return rewriting((answer, context) =>
    isObject(answer.body) ? { ...answer, body: write(answer.body, context) } : answer,
  );
}

/** A refusal with another body, or none; `write` is given its words. */
function refusing(write: (says: string, context: HookContext) => Partial<SandboxResponse>): MakeHooks {
  return () => ({
    response: (response, context) =>
      response.status < 400 || response.status === 451
        ? response
        : { ...response, ...write(wordsOf(response), context) },
  });
}

/** Without the quotes and names of JSON. */
function wordsOf({ body }: SandboxResponse): string {
  const words: string[] = [];
  JSON.parse(body, (_, value) => {
    if (typeof value === 'string') words.push(value);
    return value;
  });
  return words.join(' ');
}

function envelopeOf(message: string, endpoint: string): string {
  return JSON.stringify({
    errors: [{ message, code: 'BAD_REQUEST', type: 'TECHNICAL', multiStepAuthentication: { hash: 'x' } }],
    date: '2026-03-02 09:00:00.000',
    requestId: 'request-1',
    endpoint,
    authContext: '',
    bank: '',
  });
}

/** The addresses of web forms, in V1 and V2. */
function withAddresses(write: (address: URL) => URL): MakeHooks {
  const written = (address: unknown) => write(new URL(String(address))).href;
  return rewriting((answer) => {
    const { headers = {}, body } = answer;
    const { location } = headers;
    if (location !== undefined) return { ...answer, headers: { ...headers, location: written(location) } };
    return isObject(body) && 'url' in body
      ? { ...answer, body: { ...body, url: written(body['url']) } }
      : answer;
  });
}

/** The times of web forms are the same instants on a clock of another zone. */
function withFormTimes(offset: string, minutes: number): MakeHooks {
  const moved = (time: unknown): string => {
    const instant = Date.parse(String(time).replace('+0000', 'Z'));
    return new Date(instant + minutes * 60_000).toISOString().replace('Z', offset);
  };
  return rewritingBody((body) =>
    'createdAt' in body
      ? { ...body, createdAt: moved(body['createdAt']), expiresAt: moved(body['expiresAt']) }
      : body,
  );
}

/** `as` is called for every message, counted from 0. */
function posting(as: (count: number) => PostedAs): MakeHooks {
  return () => {
    let count = 0;
    return { posts: (post) => [{ ...post, as: as(count++) }] };
  };
}
