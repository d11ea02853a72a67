/** Exchanges that keep everything the documentation says, written by hand from it. */
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';

const ACCESS = 'https://access.example';
const FORMS = 'https://webform.example';

function exchange(call: string, send: unknown, status: number, answer?: unknown, headers = {}): Exchange {
  const [method = '', url = ''] = call.split(' ');
  return {
    request: { method, url, headers: {}, ...(send === undefined ? {} : { body: { json: send } }) },
    response: {
      status,
      headers: { 'content-type': 'application/json', ...headers },
      ...(answer === undefined ? {} : { body: { json: answer } }),
    },
  };
}

/** A rule that was created; nothing is known of the answer, so it has none. */
function created(rule: object, url = `${ACCESS}/notificationRules`): Exchange {
  return exchange(`POST ${url}`, { callbackHandle: 'my-rule', includeDetails: true, ...rule }, 204);
}

function envelope(endpoint: string) {
  return {
    errors: [
      { message: '10042', code: 'WEB_FORM_REQUIRED', type: 'BUSINESS', multiStepAuthentication: null },
      {
        message: 'Something else',
        code: 'OTHER',
        type: 'TECHNICAL',
        multiStepAuthentication: { hash: 'a1' },
      },
    ],
    date: '2026-11-20 09:15:00.123',
    requestId: 'request-1',
    endpoint,
    authContext: '1/2',
    bank: '280001 - Test bank',
  };
}

const location = { location: `${FORMS}/forms/10042` };

function webForm(type: string) {
  return {
    id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    url: `${FORMS}/forms/0f8fad5b-d9cb-469f-a165-70867728950e`,
    createdAt: '2026-11-20T08:15:00.123+0000',
    expiresAt: '2026-11-20T09:35:00.123+0100',
    type,
    status: 'NOT_YET_OPENED',
  };
}

const flags = {
  skipBalancesDownload: true,
  skipPositionsDownload: false,
  loadOwnerData: true,
  maxDaysForDownload: 90,
};
const address = { street: 'Musterweg', houseNumber: '1', city: 'Berlin', postCode: '10115', country: 'DE' };
const texts = { purpose: 'Miete', sepaPurposeCode: 'RENT', endToEndId: 'E2E-1' };
const lines = { structuredRemittanceInformation: ['RF18', '5390'] };
const user = {
  id: 'anna',
  password: 'secret-1',
  email: 'anna@example.com',
  phone: '+49 30 1',
  isAutoUpdateEnabled: true,
};
const client = { grant_type: 'client_credentials', client_id: 'c', client_secret: 's' };
const token = { access_token: 'opaque-1', token_type: 'bearer', expires_in: 3600, scope: 'all' };

/** By operation; the first of each carries every documented field of request and answer. */
export const goodExchanges: Record<OperationId, readonly [Exchange, ...Exchange[]]> = {
  createToken: [
    exchange(
      `POST ${ACCESS}/oauth/token`,
      { ...client, grant_type: 'password', username: 'anna', password: 'secret-1' },
      200,
      token,
    ),
    exchange(`POST ${ACCESS}/oauth/token`, client, 201, { ...token, expires_in: 0 }),
  ],
  createUser: [exchange(`POST ${ACCESS}/users`, user, 201, user)],
  createNotificationRule: [
    created({
      triggerEvent: 'NEW_TRANSACTIONS',
      params: { accountIds: '1,2', maxTransactionsCount: 100, waitForCategorization: true },
    }),
    created({ triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: '1,2' } }),
    created({ triggerEvent: 'NEW_ACCOUNT_BALANCE' }),
    created(
      { triggerEvent: 'NEW_TRANSACTIONS', params: { maxTransactionsCount: 0 } },
      `${ACCESS}/api/v1/notificationRules`,
    ),
    created({ triggerEvent: 'BANK_LOGIN_ERROR', params: { bankConnectionIds: '7' } }),
    created({ triggerEvent: 'BANK_LOGIN_ERROR', params: {} }),
    created({ triggerEvent: 'FOREIGN_MONEY_TRANSFER', params: { accountIds: '1' } }),
    created({ triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: -0.5, accountIds: '1' } }),
    created({
      triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
      params: { absoluteAmountThreshold: 1e3, maxTransactionsCount: 0, accountIds: '1' },
    }),
    created({
      triggerEvent: 'CATEGORY_CASH_FLOW',
      params: { categoryId: '7', accountIds: '1', includeChildCategories: false },
    }),
    created({ triggerEvent: 'NEW_TERMS_AND_CONDITIONS' }),
  ],
  getClientConfiguration: [
    exchange(`GET ${ACCESS}/clientConfiguration`, undefined, 200, {
      isAutoCategorizationEnabled: false,
      userNotificationCallbackUrl: 'https://client.example/hook',
    }),
  ],
  importBankConnectionV1: [
    exchange(
      `POST ${ACCESS}/api/v1/bankConnections/import`,
      {
        bankId: 280001,
        name: 'My bank',
        interface: 'XS2A',
        ...flags,
        accountTypes: ['Checking', 'Savings', 'CreditCard', 'Security', 'Loan', 'Membership', 'Bausparen'],
      },
      451,
      envelope('POST /api/v1/bankConnections/import'),
      location,
    ),
  ],
  createMoneyTransferV1: [
    exchange(
      `POST ${ACCESS}/api/v1/payments/moneyTransfers`,
      {
        iban: 'DE89370400440532013000',
        executionDate: '2026-12-01',
        instantPayment: false,
        moneyTransfers: [
          {
            counterpartName: 'Max',
            counterpartIban: 'DE02120300000000202051',
            counterpartBic: 'BYLADEM1001',
            counterpartAddress: address,
            amount: 12.5,
            ...texts,
            ...lines,
          },
          { counterpartName: 'Erika', counterpartIban: 'DE02500105170137075030', amount: 1 },
        ],
      },
      200,
      {
        id: 501,
        accountId: null,
        iban: 'DE89370400440532013000',
        bankId: 280001,
        type: 'MONEY_TRANSFER',
        amount: 13.5,
        orderCount: 2,
        status: 'OPEN',
        instructedExecutionDate: '2026-12-01',
        instantPayment: false,
        statusV2: 'OPEN',
      },
    ),
  ],
  submitPaymentV1: [
    exchange(
      `POST ${ACCESS}/api/v1/payments/submit`,
      { paymentId: 501, interface: 'XS2A' },
      451,
      envelope('POST /api/v1/payments/submit'),
      location,
    ),
  ],
  createBankConnectionImport: [
    exchange(
      `POST ${FORMS}/api/webForms/bankConnectionImport`,
      {
        bank: { id: 280001 },
        bankConnectionName: 'My bank',
        allowedInterfaces: ['XS2A', 'FINTS_SERVER', 'WEB_SCRAPER'],
        ...flags,
        accountTypes: ['CHECKING', 'SAVINGS', 'CREDIT_CARD', 'SECURITY', 'MEMBERSHIP', 'LOAN', 'BAUSPAREN'],
      },
      201,
      webForm('BANK_CONNECTION_IMPORT'),
    ),
  ],
  createStandalonePayment: [
    exchange(
      `POST ${FORMS}/api/webForms/standalonePayment`,
      {
        sender: { iban: 'DE89370400440532013000' },
        executionDate: '2026-12-01',
        instantPayment: false,
        orders: [
          {
            recipient: { name: 'Max', iban: 'DE02120300000000202051', bic: 'BYLADEM1001', address },
            amount: { value: 12.5, currency: 'EUR' },
            ...texts,
            ...lines,
          },
        ],
      },
      201,
      webForm('STANDALONE_PAYMENT'),
    ),
  ],
};
