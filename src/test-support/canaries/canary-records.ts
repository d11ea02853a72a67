/** Requests, answers and messages that carry a canary in every place that is secret or personal. */
import { canaries as it, SPELLINGS } from './canaries.ts';

const { street, houseNumber, city, postCode, country } = it;
const address = { street, houseNumber, city, postCode, country };
/** What both versions of a payment order have by the same names. */
const order = {
  purpose: it.purpose,
  endToEndId: it.endToEndId,
  structuredRemittanceInformation: [it.reference],
};

const imported = { bankId: 280001, name: it.connectionName };
export const importV1 = { ...imported, interface: 'XS2A', accountTypes: ['Checking'] };

export const importV2 = {
  bank: { id: 280001 },
  bankConnectionName: it.connectionName,
  allowedInterfaces: ['XS2A'],
  accountTypes: ['CHECKING'],
};

export const paymentV1 = {
  iban: it.iban,
  executionDate: '2026-12-01',
  moneyTransfers: [
    {
      counterpartName: it.counterpartName,
      counterpartIban: it.counterpartIban,
      counterpartBic: it.bic,
      counterpartAddress: address,
      amount: Number(it.amount),
      ...order,
    },
  ],
};

export const paymentV2 = {
  sender: { iban: it.iban },
  executionDate: '2026-12-01',
  orders: [
    {
      recipient: { name: it.counterpartName, iban: it.counterpartIban, bic: it.bic, address },
      amount: { value: Number(it.amount), currency: 'EUR' },
      ...order,
    },
  ],
};

export const user = {
  id: it.userId,
  password: it.password,
  email: it.email,
  phone: it.phone,
  isAutoUpdateEnabled: true,
};

export const tokenRequest = {
  grant_type: 'password',
  client_id: it.clientId,
  client_secret: it.clientSecret,
  username: it.userId,
  password: it.password,
};

/** What a provider received, in one text. */
export const echo = `you sent ${[it.clientSecret, it.accessToken, it.password, it.userId, it.iban].join(' ')}`;

export const formUrl = `https://webform.example/forms/${it.formId}?ticket=${it.formTicket}#${it.formTicket}`;

export const token = { access_token: it.accessToken, token_type: 'bearer', expires_in: 60, scope: 'all' };

export const form = {
  id: it.formId,
  url: formUrl,
  createdAt: '2026-11-20T09:15:00.123+0000',
  expiresAt: '2026-11-20T09:45:00.123+0000',
  type: 'STANDALONE_PAYMENT',
  status: 'NOT_YET_OPENED',
};

/** The plain text of what is encrypted in messages. */
const balanceDetails = {
  accountNumber: it.accountNumber,
  iban: it.iban,
  accountName: it.accountName,
  bankConnectionName: it.connectionName,
  oldBalance: Number(it.balance),
  newBalance: Number(it.amount),
  balanceChange: Number(it.balance),
};

const transactionDetails = {
  transactionDetails: [
    {
      id: 1,
      serviceBookingDate: '2026-11-20 09:15:00.123',
      bankBookingDate: '2026-11-20 00:00:00.000',
      amount: Number(it.amount),
      counterpartName: it.counterpartName,
      counterpartIban: it.counterpartIban,
      purpose: it.purpose,
      isAdjustingEntry: false,
    },
  ],
};

const account = {
  accountId: 101,
  accountName: it.accountName,
  accountNumber: it.accountNumber,
  accountIban: it.iban,
  bankName: 'Example Bank',
  bankConnectionName: it.connectionName,
};

const rule = { notificationRuleId: 1, callbackHandle: 'handle' };

/** Messages before encryption. */
export const messages = {
  balance: {
    ...rule,
    triggerEvent: 'NEW_ACCOUNT_BALANCE',
    balanceChanges: [{ ...account, details: balanceDetails }],
  },
  login: {
    ...rule,
    triggerEvent: 'BANK_LOGIN_ERROR',
    loginErrors: [
      {
        bankConnectionId: 11,
        bankName: 'Example Bank',
        bankConnectionName: it.connectionName,
        errorCode: 'WRONG_CREDENTIALS',
        details: { errorMessage: it.errorMessage },
      },
    ],
  },
  high: {
    ...rule,
    triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
    absoluteAmountThreshold: 1000,
    newTransactions: [{ ...account, newTransactionsCount: 1, details: transactionDetails }],
  },
} as const;

/** Recorded exchanges with a canary in every secret and personal place, of providers that answer well and of some that do not. */

const HOST = 'https://bank.example';
const HEADERS = {
  authorization: `Bearer ${it.accessToken}`,
  cookie: `session=${it.formTicket}`,
  'content-type': 'application/json',
};

/** Every call, answered as documented. */
export const goodAnswers = [
  exchange('/oauth/token', tokenRequest, 200, token),
  exchange('/users', user, 200, user),
  exchange('/api/v1/bankConnections/import', importV1, 451, envelope('4711'), { location: formUrl }),
  exchange('/api/v1/payments/moneyTransfers', paymentV1, 200, {
    id: 1,
    accountId: null,
    iban: it.iban,
    bankId: 280001,
    type: 'MONEY_TRANSFER',
    amount: Number(it.amount),
    orderCount: 1,
    status: 'OPEN',
    instructedExecutionDate: '2026-12-01',
    instantPayment: false,
    statusV2: 'OPEN',
  }),
  exchange('/api/webForms/standalonePayment', paymentV2, 201, form),
];

/** The same calls, every text of the answer replaced by what the provider received, in each spelling, in bodies and headers. */
export const echoingAnswers = Object.values(SPELLINGS).flatMap((spell) =>
  goodAnswers.map(({ request, response }) => {
    const heard = receivedIn(request).map(spell).join(' ');
    const headers = { 'content-type': 'application/json', location: heard, 'x-trace': heard };
    return { request, response: { status: response.status, headers, body: echoed(response.body, heard) } };
  }),
);

/** The same calls, answered with a list of one number, and with text that is no JSON. */
export const brokenAnswers = goodAnswers.flatMap(({ request }) =>
  [[Number(it.amount)], echo].map((body) => ({ request, response: { status: 200, headers: {}, body } })),
);

/** Unknown fields, and known ones with values of another kind. */
export const strangeRequests = [
  { ...paymentV1, iban: [it.iban], apiKey: it.clientSecret, owner: it.purpose },
  { ...importV1, name: { first: it.name }, bankId: '280001', accountTypes: ['Canary'] },
].map((body) =>
  exchange(
    'iban' in body ? '/api/v1/payments/moneyTransfers' : '/api/v1/bankConnections/import',
    body,
    400,
    envelope(receivedIn({ body }).join(' ')),
  ),
);

/** What the provider received with this call, its last value first: a finding cuts off what is long. */
function receivedIn({ body }: { body: object }): string[] {
  const received = Object.values(body).filter((value) => typeof value === 'string');
  return [...received.reverse(), it.accessToken];
}

export function envelope(message: string): object {
  return {
    errors: [{ message, code: 'WEB_FORM_REQUIRED', type: 'BUSINESS', multiStepAuthentication: null }],
    date: '2026-11-20 09:15:00.123',
    requestId: 'example-request-1',
    endpoint: 'POST /api/v1/bankConnections/import',
    authContext: it.authContext,
    bank: '280001 - Example test bank',
  };
}

/** The same value with `text` in the place of each text. */
export function echoed(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => echoed(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, echoed(part, text)]));
}

function exchange(path: string, sent: object, status: number, answer: object, headers: object = {}) {
  const url = `${HOST}${path}?user=${encodeURIComponent(it.email)}`;
  return {
    request: { method: 'POST', url, headers: HEADERS, body: sent },
    response: { status, headers: { 'content-type': 'application/json', ...headers }, body: answer },
  };
}
