/** The differences of benign variants that no edit can express. */
import { layoutOf } from '../../../contracts/src/base/event-layout.ts';
import { isObject, isSet, member } from '../../../contracts/src/base/json-value.ts';
import { germanTimeOf } from '../../base/german-clock.ts';
import type { PostedAs } from '../../sandbox/fault-hooks.ts';
import type { SandboxRequest } from '../../sandbox/request-and-response.ts';
import type { Rule } from '../../sandbox/rules.ts';
import type { Account } from '../../sandbox/state.ts';
import type { RuleMatch } from '../../sandbox/user-update.ts';
import { editAt } from '../edit-tree.ts';
import type { FaultFunctions, MakeHooks } from '../fault.ts';
import { rewriting } from './call-functions.ts';
import { writing, writingItems } from './message-functions.ts';
import { requestBody } from './token-functions.ts';
import { readRules } from './update-functions.ts';

const POSTED: readonly PostedAs[] = [
  { method: 'PUT', headers: { 'content-type': 'text/plain; charset=utf-8' } },
  { method: 'PATCH', headers: { 'content-type': 'application/vnd.bank+json', 'x-signature': 'sha256=00' } },
  { method: 'POST', headers: { authorization: 'Basic eA==', 'x-request-id': '1' } },
];
export const variantFunctions: FaultFunctions = {
  refusedInHtml: () => ({
    response: (response) =>
      response.status < 400 || response.status === 451
        ? response
        : { ...response, headers: { 'content-type': 'text/html' }, body: `<p>${response.body}</p>` },
  }),
  firstImportsWithForm: (history) => ({
    answer: (answer, { operationId, request }) => {
      if (operationId !== 'importBankConnectionV1' || answer.status !== 451) return answer;
      const bankOf = ({ headers }: SandboxRequest, body: unknown) =>
        `${headers['authorization']} ${member(body, 'bankId')}`;
      const imported = history
        .successes()
        .filter((call) => call.operationId === operationId)
        .map((call) => bankOf(call.request, requestBody(call.request)));
      const body = requestBody(request);
      if (!imported.includes(bankOf(request, body))) return answer;
      return { status: 201, body: { id: imported.length, bankId: member(body, 'bankId'), accountIds: [] } };
    },
  }),

  formsEndEarly: rewriting((answer, { state: { webForms } }) => {
    const newest = webForms.get(String(member(answer.body, 'id')));
    for (const [id, form] of webForms) {
      const { user, createdAt, expiresAt } = form;
      if (form === newest) webForms.set(id, { ...form, expiresAt: (createdAt + expiresAt) / 2 });
      else if (user === newest?.user) webForms.set(id, { ...form, expiresAt: createdAt });
    }
    return answer;
  }),

  unsetOfPayment: rewriting((answer, { request }) => {
    const isUnset = (name: string) => !isSet(member(requestBody(request), name));
    const body = {
      ...(answer.body as object),
      ...(isUnset('executionDate') && { instructedExecutionDate: null }),
      ...(isUnset('instantPayment') && { instantPayment: null }),
    };
    return { ...answer, body };
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
  everyMatchingItem: () => {
    const { rules, matches = (all) => all } = readRules(({ params, ...rule }) => {
      const { accountIds: _, bankConnectionIds: __, ...others } = params;
      return { ...rule, params: others };
    });
    return { ...(rules && { rules }), matches: (all, state) => matches(all, state).filter(hasListed) };
  },
  everyLowAccount: () => ({
    matches: (matches) =>
      matches.map((match) => ({ ...match, accounts: [...match.accounts, ...otherLowAccounts(match)] })),
  }),
  serviceDateOfUpdate: withServiceDate((time) => time),
  serviceDateOfDay: withServiceDate((time) => `${time.slice(0, 10)} 00:00:00.000`),
  noDetailsWithoutDenial: writingItems(({ details, ...item }) =>
    item['errorCode'] ? { ...item, details } : item,
  ),
  postedOtherwise: posting((count) => POSTED[count % POSTED.length] as PostedAs),
  postedLate: posting((count) => ({
    after: () => new Promise((over) => setTimeout(over, ((count + 1) % 3) * 5)),
  })),
};

/** Whether all new transactions count for the rule. */
function isOfNews({ triggerEvent }: Pick<Rule, 'triggerEvent'>): boolean {
  const { transactions, qualifies } = layoutOf[triggerEvent];
  return transactions !== undefined && !qualifies;
}

/** Rewrites the service dates, from the German time of the update. */
function withServiceDate(write: (time: string) => string): MakeHooks {
  return writing((message, { update }) => {
    const serviceBookingDate = write(germanTimeOf(update.at));
    return editAt(message, '/*/*/details/*/*/serviceBookingDate', () => serviceBookingDate);
  });
}

/** The rule's other accounts with a low balance, updated or not. */
function otherLowAccounts({ rule, update, accounts }: RuleMatch): RuleMatch['accounts'] {
  const { balanceThreshold, accountIds } = rule.params;
  if (balanceThreshold === undefined) return [];
  const isMeant = (account: Account) =>
    account.balance.lt(balanceThreshold) &&
    (accountIds === undefined || accountIds.split(',').includes(String(account.id))) &&
    !accounts.some(({ change }) => change.account === account);
  const unchanged = { transactions: [], categorizedAt: 0 };
  return update.user.bankConnections.flatMap((connection) =>
    connection.accounts.filter(isMeant).map((account) => ({
      change: { connection, account, oldBalance: account.balance, newBalance: account.balance, ...unchanged },
      transactions: [],
    })),
  );
}

/** Whether a match has an account or connection that its rule lists, if there is a list. */
function hasListed({ rule: { params }, accounts, connections }: RuleMatch): boolean {
  const ids = [
    ...accounts.map(({ change }) => change.account.id),
    ...connections.map(({ connection }) => connection.id),
  ];
  const list = (params.accountIds ?? params.bankConnectionIds)?.split(',');
  return list === undefined || ids.some((id) => list.includes(String(id)));
}

/** Changes how messages are posted; `as` gets their number from 0. */
function posting(as: (count: number) => PostedAs): MakeHooks {
  return () => {
    let count = 0;
    return { posts: (post) => [{ ...post, as: as(count++) }] };
  };
}
