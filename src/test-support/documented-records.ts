/** One record of each documented call as the documentation shows it, made-up data: what the tests of `check` bend. */
import type { OperationId } from '../../contracts/src/judge/operation.ts';

interface Side {
  [field: string]: unknown;
  headers: Record<string, unknown>;
  body?: unknown;
}

export interface TestRecord {
  request: Side & { method: string; url: string };
  response: Side & { status: number };
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };
const WEB_FORM = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  url: 'https://webform.example/forms/1',
  createdAt: '2026-11-20T08:15:00.123+0000',
  expiresAt: '2026-11-20T08:35:00.123+0000',
  status: 'NOT_YET_OPENED',
};

/** A fresh copy each time, so that a test may change it. */
export function documentedRecords() {
  const records = {
    createToken: post(
      'https://api.example/oauth/token',
      { grant_type: 'client_credentials', client_id: 'example-client', client_secret: 'example-secret' },
      200,
      { access_token: 'example-token', token_type: 'bearer', expires_in: 3600, scope: 'all' },
    ),
    createUser: post('https://api.example/users', user(), 201, user()),
    createNotificationRule: post(
      'https://api.example/api/v2/notificationRules',
      {
        triggerEvent: 'LOW_ACCOUNT_BALANCE',
        params: { balanceThreshold: 250.5, accountIds: '101,102' },
        callbackHandle: 'below-threshold',
        includeDetails: true,
      },
      201,
      { any: 'body: its shape is not shown' },
    ),
    getClientConfiguration: {
      request: { method: 'GET', url: 'https://api.example/clientConfiguration', headers: {} },
      response: {
        status: 200,
        headers: { ...JSON_HEADERS },
        body: {
          isAutoCategorizationEnabled: true,
          userNotificationCallbackUrl: 'https://client.example/notifications',
        },
      },
    } as TestRecord,
    importBankConnectionV1: needsForm('/api/v1/bankConnections/import', {
      bankId: 280001,
      name: 'My test bank',
      interface: 'XS2A',
      skipBalancesDownload: false,
      skipPositionsDownload: false,
      loadOwnerData: true,
      maxDaysForDownload: 90,
      accountTypes: ['Checking', 'CreditCard'],
    }),
    createMoneyTransferV1: post(
      'https://api.example/api/v1/payments/moneyTransfers',
      {
        iban: 'DE89370400440532013000',
        executionDate: '2026-12-01',
        instantPayment: false,
        moneyTransfers: [
          { counterpartName: 'Max Mustermann', counterpartIban: 'DE02120300000000202051', amount: 12.5 },
          { counterpartName: 'Erika Musterfrau', counterpartIban: 'DE02500105170137075030', amount: 0.1 },
        ],
      },
      200,
      {
        id: 501,
        accountId: null,
        iban: 'DE89370400440532013000',
        bankId: 280001,
        type: 'MONEY_TRANSFER',
        amount: 12.6,
        orderCount: 2,
        status: 'OPEN',
        instructedExecutionDate: '2026-12-01',
        instantPayment: false,
        statusV2: 'OPEN',
      },
    ),
    submitPaymentV1: needsForm('/api/v1/payments/submit', { paymentId: 501, interface: 'XS2A' }),
    createBankConnectionImport: post(
      'https://webform.example/api/webForms/bankConnectionImport',
      { bank: { id: 280001 }, allowedInterfaces: ['XS2A'], accountTypes: ['CHECKING', 'CREDIT_CARD'] },
      201,
      { ...WEB_FORM, type: 'BANK_CONNECTION_IMPORT' },
    ),
    createStandalonePayment: post(
      'https://webform.example/api/webForms/standalonePayment',
      {
        sender: { iban: 'DE89370400440532013000' },
        executionDate: '2026-12-01',
        orders: [{ recipient: { name: 'Max Mustermann' }, amount: { value: 12.5, currency: 'EUR' } }],
      },
      201,
      { ...WEB_FORM, type: 'STANDALONE_PAYMENT' },
    ),
  } satisfies Readonly<Record<OperationId, TestRecord>>;
  return structuredClone(records);
}

function user() {
  return {
    id: 'example-user',
    password: 'example-password',
    email: 'user@example.com',
    phone: '+49 30 901820',
    isAutoUpdateEnabled: true,
  };
}

function needsForm(path: string, body: unknown): TestRecord {
  const error = {
    message: '4711',
    code: 'WEB_FORM_REQUIRED',
    type: 'BUSINESS',
    multiStepAuthentication: null,
  };
  const record = post(`https://api.example${path}`, body, 451, {
    errors: [error],
    date: '2026-11-20 09:15:00.123',
    requestId: 'example-request-1',
    endpoint: `POST ${path}`,
    authContext: 'example-client/example-user',
    bank: '280001 - Example test bank',
  });
  record.response.headers['Location'] = 'https://webform.example/forms/1';
  return record;
}

function post(url: string, body: unknown, status: number, answer: unknown): TestRecord {
  return {
    request: { method: 'POST', url, headers: { ...JSON_HEADERS }, body },
    response: { status, headers: { ...JSON_HEADERS }, body: answer },
  };
}
