// The three time formats and the date, in both directions, through the validators of the places that carry them.
import { expect, test } from 'vitest';
import open from '../../generated/validators/open.js';
import { goodExchanges } from './documented/good-exchanges.ts';
import { goodMessages } from './documented/good-messages.ts';
import { edited } from './documented/sabotages.ts';
import { type Exchange, jsonOf } from './exchange.ts';

const answerOf = ({ response }: Exchange) => jsonOf(response.body);
const requestOf = ({ request }: Exchange) => jsonOf(request.body);

const wall = {
  legal: [
    '2026-11-20 09:15:00.123',
    '2028-02-29 00:00:00.000',
    '2026-12-31 23:59:59.999',
    '2026-10-25 02:30:00.000',
  ],
  illegal: [
    '2026-11-20T09:15:00.123',
    '2026-11-20 09:15:00',
    '2026-11-20 09:15:00.12',
    '2026-11-20 09:15:00.1234',
    '2026-11-20 09:15:00.123Z',
    '2026-11-20 09:15:00.123+0100',
    '2026-11-20 09:15:60.000',
    '2026-11-20 24:00:00.000',
    '2026-02-29 09:15:00.123',
    '26-11-20 09:15:00.123',
    '',
  ],
};
const skipped = ['2026-03-29 02:00:00.000', '2026-03-29 02:59:59.999', '2027-03-28 02:30:00.000'];
const zoned = {
  legal: [
    '2026-11-20T08:15:00.123+0000',
    '2026-11-20T08:15:00.123-0000',
    '2026-11-20T09:15:00.000+0100',
    '2026-11-20T13:45:00.000+0530',
    '2026-11-19T22:15:00.000-1000',
  ],
  illegal: [
    '2026-11-20T08:15:00.123Z',
    '2026-11-20T08:15:00.123+01:00',
    '2026-11-20T08:15:00.123+00:00',
    '2026-11-20T08:15:00.123+01',
    '2026-11-20T08:15:00+0000',
    '2026-11-20T08:15:00.123',
    '2026-11-20 08:15:00.123+0000',
    '2026-11-20T08:15:00.123 +0000',
    '2026-11-20t08:15:00.123+0000',
    '2026-02-29T08:15:00.123+0000',
    '',
  ],
};
const day = {
  legal: ['2026-12-01', '2028-02-29', '1999-01-31'],
  illegal: [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '01.12.2026',
    '20261201',
    '2026-12-01T00:00:00.000+0000',
    '',
  ],
};

const [forms] = goodExchanges.createStandalonePayment;
const places: { name: keyof typeof open; value: unknown; at: string; legal: string[]; illegal: string[] }[] =
  [
    {
      name: 'importBankConnectionV1.451',
      value: answerOf(goodExchanges.importBankConnectionV1[0]),
      at: '/date',
      legal: [...wall.legal, ...skipped],
      illegal: wall.illegal,
    },
    { name: 'createStandalonePayment.201', value: answerOf(forms), at: '/createdAt', ...zoned },
    { name: 'createStandalonePayment.201', value: answerOf(forms), at: '/expiresAt', ...zoned },
    {
      name: 'createBankConnectionImport.201',
      value: answerOf(goodExchanges.createBankConnectionImport[0]),
      at: '/createdAt',
      ...zoned,
    },
    ...(
      [
        'NEW_TRANSACTIONS.details',
        'FOREIGN_MONEY_TRANSFER.details',
        'HIGH_TRANSACTION_AMOUNT.details',
      ] as const
    ).flatMap((name) =>
      ['serviceBookingDate', 'bankBookingDate'].map((field) => ({
        name,
        value: goodMessages[name],
        at: `/transactionDetails/0/${field}`,
        legal: wall.legal,
        illegal: [...wall.illegal, ...skipped],
      })),
    ),
    {
      name: 'CATEGORY_CASH_FLOW.details',
      value: goodMessages['CATEGORY_CASH_FLOW.details'],
      at: '/transactions/0/bankBookingDate',
      legal: wall.legal,
      illegal: [...wall.illegal, ...skipped],
    },
    {
      name: 'createMoneyTransferV1.2XX',
      value: answerOf(goodExchanges.createMoneyTransferV1[0]),
      at: '/instructedExecutionDate',
      ...day,
    },
    { name: 'createStandalonePayment.request', value: requestOf(forms), at: '/executionDate', ...day },
  ];

for (const { name, value, at, legal, illegal } of places) {
  test(`${name} accepts every legal ${at}`, () => {
    for (const text of legal) expect(open[name].validate(edited(value, at, text)), text).toBe(true);
  });

  test(`${name} refuses every illegal ${at}`, () => {
    for (const text of illegal) expect(open[name].validate(edited(value, at, text)), text).toBe(false);
  });
}

test('the date of a V1 payment has no documented format, so that any text is legal', () => {
  const request = requestOf(goodExchanges.createMoneyTransferV1[0]);
  for (const text of ['2026-12-01', '01.12.2026', 'tomorrow']) {
    expect(open['createMoneyTransferV1.request'].validate(edited(request, '/executionDate', text))).toBe(
      true,
    );
  }
});
