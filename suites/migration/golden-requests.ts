/** V1 requests and the V2 requests that replace them, both written by hand from the documentation. */

export interface Golden {
  readonly says: string;
  readonly v1: object;
  readonly v2: object;
}

export const goldenImports: readonly Golden[] = [
  { says: 'an import with nothing but a bank', v1: { bankId: 280001 }, v2: { bank: { id: 280001 } } },
  {
    says: 'an import with every field and every account type',
    v1: {
      bankId: 280001,
      name: 'My test bank',
      interface: 'XS2A',
      skipBalancesDownload: false,
      skipPositionsDownload: true,
      loadOwnerData: true,
      maxDaysForDownload: 60,
      accountTypes: ['Checking', 'Savings', 'CreditCard', 'Security', 'Loan', 'Membership', 'Bausparen'],
    },
    v2: {
      bank: { id: 280001 },
      bankConnectionName: 'My test bank',
      allowedInterfaces: ['XS2A'],
      skipBalancesDownload: false,
      skipPositionsDownload: true,
      loadOwnerData: true,
      maxDaysForDownload: 60,
      accountTypes: ['CHECKING', 'SAVINGS', 'CREDIT_CARD', 'SECURITY', 'LOAN', 'MEMBERSHIP', 'BAUSPAREN'],
    },
  },
  { says: 'an import with an empty list', v1: { accountTypes: [] }, v2: { accountTypes: [] } },
  { says: 'an import without any field', v1: {}, v2: {} },
];

/** In EUR. */
export const goldenPayments: readonly Golden[] = [
  {
    says: 'a payment with one small order',
    v1: {
      iban: 'DE89370400440532013000',
      moneyTransfers: [{ counterpartIban: 'AT611904300234573201', amount: 0.01 }],
    },
    v2: {
      sender: { iban: 'DE89370400440532013000' },
      orders: [{ recipient: { iban: 'AT611904300234573201' }, amount: { value: 0.01, currency: 'EUR' } }],
    },
  },
  {
    says: 'a payment with every field and three orders',
    v1: {
      iban: 'DE89370400440532013000',
      executionDate: '2026-12-01',
      moneyTransfers: [
        {
          counterpartName: 'Erika Mustermann',
          counterpartIban: 'AT611904300234573201',
          counterpartBic: 'GIBAATWWXXX',
          counterpartAddress: {
            street: 'Heidestraße',
            houseNumber: '17a',
            city: 'Köln',
            postCode: '51147',
            country: 'DE',
          },
          amount: 1250.5,
          purpose: 'Rent December',
          sepaPurposeCode: 'RENT',
          endToEndId: 'E2E-1',
          structuredRemittanceInformation: ['RF18539007547034', 'RF712348231'],
        },
        { counterpartName: 'Max Mustermann', amount: 3, structuredRemittanceInformation: [] },
        { purpose: 'No recipient, no amount', counterpartAddress: {} },
      ],
      instantPayment: true,
    },
    v2: {
      sender: { iban: 'DE89370400440532013000' },
      executionDate: '2026-12-01',
      orders: [
        {
          recipient: {
            name: 'Erika Mustermann',
            iban: 'AT611904300234573201',
            bic: 'GIBAATWWXXX',
            address: {
              street: 'Heidestraße',
              houseNumber: '17a',
              city: 'Köln',
              postCode: '51147',
              country: 'DE',
            },
          },
          amount: { value: 1250.5, currency: 'EUR' },
          purpose: 'Rent December',
          sepaPurposeCode: 'RENT',
          endToEndId: 'E2E-1',
          structuredRemittanceInformation: ['RF18539007547034', 'RF712348231'],
        },
        {
          recipient: { name: 'Max Mustermann' },
          amount: { value: 3, currency: 'EUR' },
          structuredRemittanceInformation: [],
        },
        { recipient: { address: {} }, purpose: 'No recipient, no amount' },
      ],
      instantPayment: true,
    },
  },
  { says: 'a payment whose only order is empty', v1: { moneyTransfers: [{}] }, v2: { orders: [{}] } },
  { says: 'a payment without any field', v1: {}, v2: {} },
];
