/** Which clauses explain the violation of others, and which are one defect together. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';

/** Fields that the transactions of several events have: where NEW_TRANSACTIONS has one wrong, the others have it from there. */
const SHARED_FIELDS = [
  'ID',
  'SERVICE-DATE',
  'BANK-DATE',
  'AMOUNT',
  'NAME',
  'IBAN',
  'PURPOSE',
  'ADJUSTING',
  'LIST',
];
const OF_TRANSACTIONS = ['FOREIGN', 'HIGH', 'CATEGORY'];

/** The clauses that say which transactions count for an event. */
const DEFINED_BY: Readonly<Record<string, readonly ClauseId[]>> = {
  FOREIGN: ['MESSAGE-FOREIGN-OUTGOING', 'MESSAGE-FOREIGN-COUNTRY'],
  HIGH: ['MESSAGE-HIGH-QUALIFYING'],
  CATEGORY: ['MESSAGE-CATEGORY-SUB', 'MESSAGE-CATEGORY-SUB-OFF', 'MESSAGE-CATEGORY-SUB-INERT'],
};
/** Those that say it of sub-categories and of payments abroad, in whatever surroundings. */
const WHAT_COUNTS: readonly ClauseId[] = [
  'MESSAGE-CATEGORY-SUB',
  'MESSAGE-CATEGORY-SUB-OFF',
  'MESSAGE-CATEGORY-SUB-INERT',
  'MESSAGE-FOREIGN-OUTGOING',
  'MESSAGE-FOREIGN-COUNTRY',
];
/** Those that say which account or connection an item is of. */
const OF_ITEMS: readonly ClauseId[] = ['MESSAGE-ITEM-ACCOUNT-ID', 'MESSAGE-LOGIN-CONNECTION-ID'];
const OF_DUPLICATES: readonly ClauseId[] = ['RULE-UNIQUE-BALANCE', 'RULE-DUPLICATE-REFUSED'];
const UNIQUE = clauseIds('RULE-UNIQUE', 'BALANCE TRANSACTIONS LOGIN FOREIGN LOW HIGH CATEGORY'.split(' '));

/** The parts of a postal address and of an order, of either version. */
const IN_ADDRESS = ['STREET', 'HOUSE-NUMBER', 'CITY', 'POST-CODE', 'COUNTRY'];
const IN_ORDER = 'NAME IBAN BIC ADDRESS AMOUNT PURPOSE PURPOSE-CODE END-TO-END-ID REMITTANCE'.split(' ');
const NOT_451: readonly ClauseId[] = ['V1-IMPORT-451', 'V1-SUBMIT-451'];
const ENVELOPE_ERRORS: ClauseId = 'V1-ENVELOPE-ERRORS';

/** The clauses of this start with each of the ends. */
function clauseIds(start: string, ends: readonly string[]): ClauseId[] {
  return ends.map((end) => `${start}-${end}` as ClauseId);
}

/** The clauses on what a message has from its rule. */
export const OF_ONE_RULE: readonly ClauseId[] = [
  'MESSAGE-LOW-THRESHOLD',
  'MESSAGE-HIGH-THRESHOLD',
  'MESSAGE-CATEGORY-ID',
  'MESSAGE-DETAILS-PRESENT',
  'MESSAGE-DETAILS-ONLY-ASKED',
  'MESSAGE-TRIGGER-EVENT',
];

const PARAMS_OPTIONAL = ['BALANCE', 'TRANSACTIONS', 'LOGIN', 'FOREIGN'].map(
  (event) => `RULE-${event}-PARAMS-OPTIONAL` as ClauseId,
);
const OF_ENVELOPE = clauseIds('V1-ENVELOPE', 'ERRORS DATE REQUEST-ID ENDPOINT AUTH-CONTEXT BANK'.split(' '));
const BANK_DATES = ['TRANSACTIONS', ...OF_TRANSACTIONS].map(
  (event) => `MESSAGE-${event}-DETAILS-BANK-DATE` as ClauseId,
);
const SERVICE_DATES = ['TRANSACTIONS', ...OF_TRANSACTIONS].map(
  (event) => `MESSAGE-${event}-DETAILS-SERVICE-DATE` as ClauseId,
);
const OF_BALANCES = clauseIds(
  'MESSAGE-BALANCE-DETAILS',
  'NUMBER IBAN NAME CONNECTION OLD NEW CHANGE'.split(' '),
);

/** Clauses on a part of what others are on: where these are broken there alone, it is that part which is wrong. */
export const NARROWER: Readonly<Partial<Record<ClauseId, readonly ClauseId[]>>> = {
  'RULE-MAX-COUNT-DEFAULT': ['MESSAGE-LIST-CAP'],
  'MESSAGE-LOW-DETAILS': OF_BALANCES,
};

/** The clauses whose violation explains that of another one, in any order and without a circle. */
export const SIMPLER: Readonly<Partial<Record<ClauseId, readonly ClauseId[]>>> = {
  'AUTH-CLIENT-ID': ['AUTH-CLIENT-VALID'],
  'AUTH-CLIENT-SECRET': ['AUTH-CLIENT-VALID'],
  'AUTH-USERNAME': ['AUTH-USER-VALID'],
  'AUTH-PASSWORD': ['AUTH-USER-VALID'],
  'AUTH-WEB-FORM-SAME': ['AUTH-TOKEN-LIFETIME'],
  'AUTH-USERNAME-IS-ID': ['AUTH-USER-GRANT', 'AUTH-USER-VALID'],
  'RULE-LOW-PARAMS-REQUIRED': ['RULE-LOW-THRESHOLD'],
  'RULE-HIGH-PARAMS-REQUIRED': ['RULE-HIGH-THRESHOLD'],
  'RULE-CATEGORY-PARAMS-REQUIRED': ['RULE-CATEGORY-ID'],
  'RULE-MAX-COUNT-DEFAULT': [
    'MESSAGE-LIST-CAP',
    'MESSAGE-TRANSACTIONS-COUNT',
    'MESSAGE-TRANSACTIONS-DETAILS-LIST',
    'MESSAGE-HIGH-COUNT',
    'MESSAGE-HIGH-DETAILS-LIST',
  ],
  'AUTH-TOKEN-EXPIRED': ['AUTH-TOKEN-NEEDED'],
  'AUTH-TOKEN-LIFETIME': ['RULE-OWNED-BY-USER'],
  'V1-451-LOCATION': NOT_451,
  'V1-451-CODE': ['V1-ENVELOPE-CODE', ENVELOPE_ERRORS, ...NOT_451],
  'V1-451-TYPE': ['V1-ENVELOPE-TYPE', ENVELOPE_ERRORS, ...NOT_451],
  'V1-451-MESSAGE': ['V1-ENVELOPE-MESSAGE', ENVELOPE_ERRORS, ...NOT_451],
  'V1-451-MULTI-STEP': [ENVELOPE_ERRORS, ...NOT_451],
  ...Object.fromEntries(OF_ENVELOPE.map((part) => [part, NOT_451])),
  'V1-ORDER-ADDRESS': clauseIds('V1-ADDRESS', IN_ADDRESS),
  'V2-ORDER-ADDRESS': clauseIds('V2-ADDRESS', IN_ADDRESS),
  'V1-CREATE-ORDERS': clauseIds('V1-ORDER', IN_ORDER),
  'V2-PAYMENT-ORDERS': clauseIds('V2-ORDER', IN_ORDER),
  'V2-NO-WEB-FORM-REQUIRED': ['V2-IMPORT-201', 'V2-PAYMENT-201', 'AUTH-TOKEN-NEEDED'],
  'V1-ENVELOPE': NOT_451,
  'V2-FORM-ID-UNIQUE': ['V2-FORM-ID'],
  'V2-FORM-EXPIRES-AT': ['V2-TIME-FORMAT'],
  'V2-FORM-URL': ['V2-FORM-ID-UNIQUE', 'V2-FORM-URL-HOST'],
  'V2-FORM-CREATED-AT': ['V2-FORM-ID-UNIQUE', 'V2-TIME-FORMAT'],
  'V2-FORM-VALIDITY': ['V2-FORM-URL', 'V2-FORM-CREATED-AT', 'V2-FORM-ID-UNIQUE'],
  'MESSAGE-WAITS': ['MESSAGE-ONE-PER-RULE', 'RULE-WAIT-DEFAULT'],
  'MESSAGE-CATEGORIES-NEED-SETTING': [
    'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
    'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME',
    'MESSAGE-TRANSACTIONS-DETAILS-ID',
    'MESSAGE-LIST-ORDER',
  ],
  'MESSAGE-FOREIGN-COUNTRY': ['MESSAGE-DETAILS-ONLY-ASKED', 'MESSAGE-DETAILS-PRESENT'],
  'RULE-DUPLICATE-SAYS': [...UNIQUE, 'RULE-DUPLICATE-REFUSED'],
  'RULE-OWNED-BY-USER': [...OF_DUPLICATES, 'AUTH-USER-TOKEN-CONTEXT'],
  'AUTH-USER-TOKEN-CONTEXT': [...OF_DUPLICATES, 'V1-SUBMIT-PAYMENT-ID'],
  'RULE-CATEGORY-CHILDREN-DEFAULT': ['MESSAGE-CATEGORY-SUB'],
  'RULE-MAX-TRANSACTIONS-COUNT': ['RULE-OWNED-BY-USER'],
  ...Object.fromEntries(PARAMS_OPTIONAL.map((part) => [part, ['RULE-PARAMS', 'RULE-INCLUDE-DETAILS']])),
  ...Object.fromEntries(
    ['BALANCE', 'TRANSACTIONS', 'FOREIGN', 'LOW', 'HIGH', 'CATEGORY'].flatMap((event) =>
      clauseIds(`RULE-${event}`, ['ACCOUNT-IDS', 'MAX-COUNT', 'WAIT', 'CHILDREN']).map((part) => [
        part,
        [
          ...clauseIds(`RULE-${event}`, ['PARAMS-OPTIONAL', 'THRESHOLD', 'ID']),
          ...(part === `RULE-${event}-ACCOUNT-IDS`
            ? clauseIds(`RULE-${event}`, ['MAX-COUNT'])
            : ['RULE-ACCOUNT-IDS']),
          ...(part === `RULE-${event}-CHILDREN` ? clauseIds(`RULE-${event}`, ['ACCOUNT-IDS']) : []),
          'RULE-INCLUDE-DETAILS',
          'RULE-PARAMS',
        ],
      ]),
    ),
  ),
  'RULE-BANK-CONNECTION-IDS': ['RULE-LOGIN-PARAMS-OPTIONAL', 'RULE-PARAMS', 'RULE-INCLUDE-DETAILS'],
  'RULE-ACCOUNT-IDS': ['RULE-PARAMS', 'RULE-INCLUDE-DETAILS'],
  'RULE-TRIGGER-EVENT': ['RULE-PARAMS', 'RULE-INCLUDE-DETAILS', 'RULE-CALLBACK-HANDLE'],
  'RULE-MAX-COUNT-INERT': [
    'RULE-OWNED-BY-USER',
    'RULE-TRANSACTIONS-MAX-COUNT',
    'RULE-TRANSACTIONS-PARAMS-OPTIONAL',
    'MESSAGE-TRANSACTIONS-COUNT',
    'MESSAGE-HIGH-COUNT',
  ],
  'RULE-WAIT-V2': ['RULE-TRANSACTIONS-WAIT'],
  'RULE-OVERLAP-ALLOWED': ['AUTH-TOKEN-LIFETIME'],
  'RULE-SEVERAL-CATEGORIES': ['AUTH-TOKEN-LIFETIME', 'RULE-UNIQUE-PER-EVENT'],
  'RULE-UNIQUE-PER-EVENT': ['AUTH-TOKEN-LIFETIME'],
  'MESSAGE-SEPARATE-RULES': ['AUTH-TOKEN-LIFETIME', 'MESSAGE-ONE-PER-RULE', 'RULE-OVERLAP-ALLOWED'],
  'MESSAGE-RULE-ID': ['MESSAGE-CALLBACK-HANDLE', 'MESSAGE-TRIGGER-EVENT'],
  'MESSAGE-TERMS-BASE-ONLY': ['MESSAGE-CALLBACK-HANDLE', 'MESSAGE-TRIGGER-EVENT', 'MESSAGE-RULE-ID'],
  ...Object.fromEntries(OF_ONE_RULE.map((part) => [part, ['MESSAGE-CALLBACK-HANDLE']])),
  'MESSAGE-LIST-CAP': ['MESSAGE-CALLBACK-HANDLE', 'MESSAGE-TRANSACTIONS-DETAILS-ID'],
  'MESSAGE-EACH-RULE': [
    'MESSAGE-EMITTED',
    'MESSAGE-CALLBACK-HANDLE',
    'MESSAGE-TRIGGER-EVENT',
    'MESSAGE-BALANCE-DETAILS-OLD',
    ...OF_ITEMS,
    ...WHAT_COUNTS,
  ],
  'MESSAGE-USERS-RULES': [
    'AUTH-USER-TOKEN-CONTEXT',
    'MESSAGE-EMITTED',
    'MESSAGE-CALLBACK-HANDLE',
    'MESSAGE-EACH-RULE',
    ...OF_ITEMS,
    ...WHAT_COUNTS,
  ],
  'MESSAGE-BALANCE-DETAILS-OLD': ['MESSAGE-BALANCE-FIRES'],
  'MESSAGE-BALANCE-DETAILS-CHANGE': [
    'MESSAGE-BALANCE-FIRES',
    'MESSAGE-BALANCE-DETAILS-OLD',
    'MESSAGE-BALANCE-DETAILS-NEW',
  ],
  'MESSAGE-TRANSACTIONS-COUNT': [
    'MESSAGE-CALLBACK-HANDLE',
    'MESSAGE-LIST-CAP',
    'MESSAGE-TRANSACTIONS-FIRES',
    'MESSAGE-TRANSACTIONS-DETAILS-LIST',
  ],
  'USER-AUTO-UPDATE-OFF': ['MESSAGE-EMITTED', ...WHAT_COUNTS],
  'MESSAGE-UNLISTED-ALL': OF_ITEMS,
  'MESSAGE-LISTED-ANY': ['MESSAGE-EMITTED', 'MESSAGE-CALLBACK-HANDLE', ...OF_ITEMS, ...WHAT_COUNTS],
  'MESSAGE-LISTED-ONLY': [
    ...WHAT_COUNTS,
    'MESSAGE-EMITTED',
    'MESSAGE-CALLBACK-HANDLE',
    'MESSAGE-LISTED-ANY',
    'MESSAGE-BALANCE-CHANGES',
    'MESSAGE-TRANSACTIONS',
    'MESSAGE-LOGIN-ERRORS',
    'MESSAGE-LOW',
    'MESSAGE-FOREIGN',
    'MESSAGE-HIGH',
    'MESSAGE-CATEGORY',
    ...OF_ITEMS,
  ],
  'MESSAGE-BALANCE-CHANGES': [
    'MESSAGE-BALANCE-DETAILS-OLD',
    'MESSAGE-BALANCE-DETAILS-NEW',
    ...clauseIds('MESSAGE-ITEM', [
      'ACCOUNT-ID',
      'ACCOUNT-NAME',
      'ACCOUNT-NUMBER',
      'ACCOUNT-IBAN',
      'CONNECTION-NAME',
    ]),
  ],
  'MESSAGE-BALANCE-DETAILS-NUMBER': ['MESSAGE-ITEM-ACCOUNT-NUMBER'],
  'MESSAGE-BALANCE-DETAILS-NAME': ['MESSAGE-ITEM-ACCOUNT-NAME'],
  'MESSAGE-BALANCE-DETAILS-IBAN': ['MESSAGE-ITEM-ACCOUNT-IBAN'],
  'MESSAGE-BALANCE-DETAILS-CONNECTION': ['MESSAGE-ITEM-CONNECTION-NAME'],
  'MESSAGE-LOGIN-ERROR-CODE': ['MESSAGE-LOGIN-UNKNOWN-REASON', 'MESSAGE-LOGIN-WRONG-CREDENTIALS'],
  'MESSAGE-LOW-DETAILS': OF_BALANCES,
  'MESSAGE-ONE-PER-RULE': ['MESSAGE-USERS-RULES'],
  'MESSAGE-LOGIN-ERRORS': ['MESSAGE-LOGIN-CONNECTION-ID', 'MESSAGE-LOGIN-UNKNOWN-REASON'],
  'MESSAGE-HIGH-QUALIFYING': ['MESSAGE-HIGH-FIRES', 'MESSAGE-HIGH-THRESHOLD'],
  'MESSAGE-LIST-ORDER': [...BANK_DATES, 'MESSAGE-GERMAN-TIME'],
  'MESSAGE-LOW-FIRES': ['MESSAGE-BALANCE-FIRES', 'MESSAGE-EMITTED'],
  'MESSAGE-CATEGORY-NAME-ONLY-DETAILS': [
    'MESSAGE-DETAILS-ONLY-ASKED',
    'MESSAGE-DETAILS-PRESENT',
    'MESSAGE-CALLBACK-HANDLE',
    'MESSAGE-CATEGORY-NAME',
  ],
  'MESSAGE-LOW': ['MESSAGE-BALANCE-CHANGES', 'MESSAGE-LOW-FIRES', 'MESSAGE-LOW-THRESHOLD'],
  'MESSAGE-TRANSACTIONS': [
    'RULE-MAX-COUNT-INERT',
    'MESSAGE-BALANCE-CHANGES',
    'MESSAGE-TRANSACTIONS-FIRES',
    'MESSAGE-TRANSACTIONS-COUNT',
    'MESSAGE-TRANSACTIONS-DETAILS-LIST',
  ],
  'MESSAGE-TRANSACTIONS-DETAILS-LIST': ['MESSAGE-TRANSACTIONS-DETAILS-ID', 'MESSAGE-LIST-CAP'],
  'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME': ['MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID'],
  'MESSAGE-CATEGORY-DETAILS-CATEGORY-NAME': ['MESSAGE-CATEGORY-DETAILS-CATEGORY-ID'],
  ...Object.fromEntries(
    OF_TRANSACTIONS.flatMap((event) => [
      [
        `MESSAGE-${event}`,
        [
          'MESSAGE-TRANSACTIONS',
          'MESSAGE-BALANCE-CHANGES',
          `MESSAGE-${event}-FIRES`,
          ...(event === 'CATEGORY' ? [] : [`MESSAGE-${event}-COUNT`]),
          `MESSAGE-${event}-DETAILS-LIST`,
          ...(DEFINED_BY[event] ?? []),
        ],
      ],
      [`MESSAGE-${event}-FIRES`, ['MESSAGE-TRANSACTIONS-FIRES', 'MESSAGE-EMITTED', 'MESSAGE-ONE-PER-RULE']],
      ...['COUNT', ...SHARED_FIELDS.map((field) => `DETAILS-${field}`)].map((what) => [
        `MESSAGE-${event}-${what}`,
        [
          `MESSAGE-TRANSACTIONS-${what}`,
          ...(what === 'COUNT' ? [`MESSAGE-${event}-FIRES`, `MESSAGE-${event}-DETAILS-LIST`] : []),
          ...(what === 'DETAILS-LIST' ? [`MESSAGE-${event}-DETAILS-ID`, 'MESSAGE-LIST-CAP'] : []),
          ...(DEFINED_BY[event] ?? []),
        ],
      ]),
    ]),
  ),
};

/** A clause on every part of something: what so many parts have in common breaks it, and what fewer have breaks theirs. */
interface Whole {
  readonly whole: ClauseId;
  readonly parts: readonly ClauseId[];
  readonly from: number;
  /** A violation of the whole itself follows from none of its parts. */
  readonly isNoPart?: true;
}

export const WHOLES: readonly Whole[] = [
  { whole: 'CONFIG-READ-CALL', from: 2, parts: ['CONFIG-AUTO-CATEGORIZATION', 'CONFIG-CALLBACK-URL'] },
  { whole: 'V2-FORM-TYPE', from: 2, parts: ['V2-IMPORT-TYPE', 'V2-PAYMENT-TYPE'] },
  {
    whole: 'V1-ENVELOPE',
    from: 4,
    parts: OF_ENVELOPE,
  },
  {
    whole: 'V1-PAYMENT',
    from: 6,
    parts: 'ID ACCOUNT-ID IBAN BANK-ID TYPE AMOUNT ORDER-COUNT STATUS EXECUTION-DATE INSTANT STATUS-V2'
      .split(' ')
      .map((field) => `V1-PAYMENT-${field}` as ClauseId),
  },
  {
    // A service that refuses the rules of a few events breaks the clauses of those.
    whole: 'RULE-TRIGGER-EVENT',
    from: 6,
    parts: [
      ...PARAMS_OPTIONAL,
      'RULE-LOW-THRESHOLD',
      'RULE-HIGH-THRESHOLD',
      'RULE-CATEGORY-ID',
      'RULE-TERMS-NO-PARAMS',
    ],
  },
  {
    // What belongs to several rules is mixed up: a message has the handle of another one.
    whole: 'MESSAGE-CALLBACK-HANDLE',
    isNoPart: true,
    from: 4,
    parts: OF_ONE_RULE,
  },
  // Details of another account are wrong in most fields.
  { whole: 'MESSAGE-BALANCE-CHANGES', from: 4, parts: OF_BALANCES },
  {
    whole: 'MESSAGE-FOREIGN-FIRES',
    from: 2,
    parts: ['MESSAGE-FOREIGN-OUTGOING', 'MESSAGE-FOREIGN-COUNTRY'],
  },
  {
    whole: 'MESSAGE-CATEGORY-FIRES',
    from: 3,
    parts: [
      'MESSAGE-CATEGORY-SUB',
      'MESSAGE-CATEGORY-SUB-OFF',
      'MESSAGE-CATEGORY-SUB-INERT',
      'RULE-CATEGORY-CHILDREN-DEFAULT',
    ],
  },
  {
    whole: 'RULE-DUPLICATE-REFUSED',
    from: 2,
    parts: UNIQUE,
  },
  {
    // A service that refuses params wherever they are optional.
    whole: 'RULE-PARAMS',
    from: 4,
    parts: [
      'RULE-BALANCE-ACCOUNT-IDS',
      'RULE-TRANSACTIONS-ACCOUNT-IDS',
      'RULE-FOREIGN-ACCOUNT-IDS',
      'RULE-BANK-CONNECTION-IDS',
    ],
  },
  {
    whole: 'RULE-ACCOUNT-IDS',
    from: 2,
    parts: [
      'RULE-BALANCE-ACCOUNT-IDS',
      'RULE-TRANSACTIONS-ACCOUNT-IDS',
      'RULE-FOREIGN-ACCOUNT-IDS',
      'RULE-LOW-ACCOUNT-IDS',
      'RULE-HIGH-ACCOUNT-IDS',
      'RULE-CATEGORY-ACCOUNT-IDS',
    ],
  },
  {
    whole: 'MESSAGE-EMITTED',
    from: 2,
    parts: [
      'MESSAGE-BALANCE-FIRES',
      'MESSAGE-TRANSACTIONS-FIRES',
      'MESSAGE-LOGIN-FIRES',
      'MESSAGE-TERMS-FIRES',
    ],
  },
  {
    whole: 'MESSAGE-GERMAN-TIME',
    from: 3,
    parts: [...SERVICE_DATES, ...BANK_DATES],
  },
];
