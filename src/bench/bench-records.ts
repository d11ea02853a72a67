/** Makes up recorded exchanges for the bench: all nine operations, about 1.2 kB each, the same for the same seed. */
import { amount, hex, ibanOf, ids, number, pick, type Random, randomOf, text } from './bench-messages.ts';

type Json = Record<string, unknown>;

/** Records of `check`, one a line, `megabytes` of them: mostly upheld, some violated, some of other calls. */
export function benchRecords(megabytes: number, seed = 1): string {
  const random = randomOf(seed);
  const lines: string[] = [];
  for (let size = 0; size < megabytes * 1024 * 1024; ) {
    const make = pick(random, CALLS);
    const line = `${JSON.stringify(make(random))}\n`;
    size += line.length;
    lines.push(line);
  }
  return lines.join('');
}

const CALLS = [
  token,
  user,
  rule,
  configuration,
  importV1,
  createV1,
  submitV1,
  importV2,
  paymentV2,
  paymentV2,
];

function token(random: Random): Json {
  const secret = text(random, 40);
  const body = `grant_type=password&client_id=bench&client_secret=${secret}&username=${text(random, 12)}&password=${text(random, 24)}`;
  const answer = { access_token: text(random, 320), token_type: 'bearer', expires_in: 3600, scope: 'all' };
  return record(random, 'POST', 'access', '/oauth/token', body, 200, answer);
}

function user(random: Random): Json {
  const body = {
    id: text(random, 16),
    password: text(random, 24),
    email: `${text(random, 8)}@example.com`,
    phone: `+49 30 ${number(random, 1e7)}`,
    isAutoUpdateEnabled: random() < 0.5,
  };
  return record(random, 'POST', 'access', '/users', body, 201, { ...body, createdBy: 'bench' });
}

function rule(random: Random): Json {
  // One rule in fifty breaks the documented limit and is taken all the same.
  const most = random() < 0.02 ? 101 : number(random, 101);
  const body = {
    triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
    params: { absoluteAmountThreshold: amount(random), accountIds: ids(random), maxTransactionsCount: most },
    callbackHandle: text(random, 30),
    includeDetails: true,
  };
  return record(random, 'POST', 'access', '/api/v2/notificationRules', body, 201, {
    id: number(random, 1e6),
    ...body,
  });
}

function configuration(random: Random): Json {
  const answer = {
    isAutoCategorizationEnabled: true,
    userNotificationCallbackUrl: `https://client.example/${text(random, 40)}`,
    applicationName: text(random, 30),
  };
  // Every tenth call is one that the documentation does not know.
  const path = random() < 0.5 ? '/clientConfiguration' : '/accounts';
  return record(random, 'GET', 'access', path, undefined, 200, answer);
}

function importV1(random: Random): Json {
  const body = {
    bankId: number(random, 1e6),
    name: text(random, 20),
    interface: 'XS2A',
    skipBalancesDownload: false,
    skipPositionsDownload: false,
    loadOwnerData: true,
    maxDaysForDownload: number(random, 365),
    accountTypes: ['Checking', 'Savings', 'CreditCard'],
  };
  return needsForm(random, '/api/v1/bankConnections/import', body);
}

function createV1(random: Random): Json {
  const iban = ibanOf(random);
  const moneyTransfers = [order(random), order(random)];
  const executionDate = '2026-12-01';
  const answer = {
    id: number(random, 1e6),
    accountId: null,
    iban,
    bankId: number(random, 1e6),
    type: 'MONEY_TRANSFER',
    amount: amount(random),
    orderCount: moneyTransfers.length,
    status: 'OPEN',
    instructedExecutionDate: executionDate,
    instantPayment: false,
    statusV2: 'OPEN',
  };
  const body = { iban, executionDate, instantPayment: false, moneyTransfers };
  return record(random, 'POST', 'access', '/api/v1/payments/moneyTransfers', body, 200, answer);
}

function submitV1(random: Random): Json {
  return needsForm(random, '/api/v1/payments/submit', { paymentId: number(random, 1e6), interface: 'XS2A' });
}

function importV2(random: Random): Json {
  const body = {
    bank: { id: number(random, 1e6) },
    bankConnectionName: text(random, 20),
    allowedInterfaces: ['XS2A', 'FINTS_SERVER'],
    skipBalancesDownload: false,
    loadOwnerData: true,
    maxDaysForDownload: number(random, 365),
    accountTypes: ['CHECKING', 'SAVINGS', 'CREDIT_CARD'],
  };
  return form(random, 'bankConnectionImport', body, 'BANK_CONNECTION_IMPORT');
}

function paymentV2(random: Random): Json {
  const orders = [order(random), order(random)].map((v1) => ({
    recipient: { name: v1.counterpartName, iban: v1.counterpartIban, address: v1.counterpartAddress },
    amount: { value: v1.amount, currency: 'EUR' },
    purpose: v1.purpose,
    endToEndId: v1.endToEndId,
  }));
  const body = {
    sender: { iban: ibanOf(random) },
    executionDate: '2026-12-01',
    instantPayment: true,
    orders,
  };
  return form(random, 'standalonePayment', body, 'STANDALONE_PAYMENT');
}

function order(random: Random) {
  return {
    counterpartName: `${text(random, 6)} ${text(random, 10)}`,
    counterpartIban: ibanOf(random),
    counterpartAddress: {
      street: text(random, 14),
      houseNumber: '12a',
      city: text(random, 8),
      country: 'DE',
    },
    amount: amount(random),
    purpose: `invoice ${text(random, 12)}`,
    endToEndId: text(random, 20),
  };
}

function form(random: Random, call: string, body: Json, type: string): Json {
  const id = `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`;
  return record(random, 'POST', 'webform', `/api/webForms/${call}`, body, 201, {
    id,
    url: `https://webform.example/${id}`,
    createdAt: '2026-11-20T08:15:00.123+0000',
    expiresAt: '2026-11-20T08:35:00.123+0000',
    type,
    status: 'NOT_YET_OPENED',
  });
}

function needsForm(random: Random, path: string, body: Json): Json {
  const error = {
    message: String(number(random, 1e5)),
    code: 'WEB_FORM_REQUIRED',
    type: 'BUSINESS',
    multiStepAuthentication: null,
  };
  const answer = {
    errors: [error],
    date: '2026-11-20 09:15:00.123',
    requestId: hex(random, 32),
    endpoint: `POST ${path}`,
    authContext: `${number(random, 1e3)}/${number(random, 1e6)}`,
    bank: `${number(random, 1e6)} - Example Bank`,
  };
  const location = { Location: `https://webform.example/${hex(random, 32)}` };
  return record(random, 'POST', 'access', path, body, 451, answer, location);
}

function record(
  random: Random,
  method: string,
  host: string,
  path: string,
  body: unknown,
  status: number,
  answer: unknown,
  further: Json = {},
): Json {
  const headers = {
    Accept: 'application/json',
    'Content-Type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
    'User-Agent': 'bench/1.0',
    'X-Request-Id': hex(random, 32),
  };
  const answered = {
    'Content-Type': 'application/json;charset=UTF-8',
    Date: 'Fri, 20 Nov 2026 08:15:00 GMT',
    'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
    'Strict-Transport-Security': 'max-age=31536000 ; includeSubDomains',
    'X-Request-Id': headers['X-Request-Id'],
    ...further,
  };
  return {
    request: { method, url: `https://${host}.example${path}`, headers, body },
    response: { status, headers: answered, body: answer },
  };
}
