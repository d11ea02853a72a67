/** The faults of a migration that no edit can say, by the names that rows of the catalogue call them by. */
import { editTree, valueAt } from './seams/edit-tree.ts';

/** Makes another V2 request of the one that a migration made. */
type Spoil = (v2: Json) => Json;
type Json = Readonly<Record<string, unknown>>;

export const mappingFunctions: Readonly<Record<string, Spoil>> = {
  bankIdAsInV1: hoisted('bank', 'id', 'bankId'),
  bankBare: hoisted('bank', 'id', 'bank'),
  nameInBank: ({ bankConnectionName: name, bank, ...others }: Json) =>
    name === undefined ? { bank, ...others } : { ...others, bank: { ...(bank as Json), name } },
  interfaceAsInV1: hoisted('allowedInterfaces', '0', 'interface'),
  typesAsInV1: recoding((type) => IN_V1[type] ?? type),
  creditcardInOneWord: recoding((type) => type.replace('_', '')),
  typesCapitalized: recoding((type) =>
    type.toLowerCase().replace(/\b[a-z]|_[a-z]/g, (it) => it.toUpperCase()),
  ),
  loansAndMembershipsSwapped: recoding((type) => ({ LOAN: 'MEMBERSHIP', MEMBERSHIP: 'LOAN' })[type] ?? type),
  checkingAsAnother: taking('CHECKING', 'SAVINGS'),
  savingsAsAnother: taking('SAVINGS', 'CHECKING'),
  creditCardAsAnother: taking('CREDIT_CARD', 'CHECKING'),
  securityAsAnother: taking('SECURITY', 'SAVINGS'),
  loanAsAnother: taking('LOAN', 'MEMBERSHIP'),
  membershipAsAnother: taking('MEMBERSHIP', 'BAUSPAREN'),
  bausparenAsAnother: taking('BAUSPAREN', 'SAVINGS'),
  ibanAsInV1: hoisted('sender', 'iban', 'iban'),
  senderBare: hoisted('sender', 'iban', 'sender'),
  senderIsRecipient: (v2) => {
    const iban = valueAt(v2, '/orders/0/recipient/iban');
    return iban === undefined ? v2 : (editTree(v2, { set: '/sender/iban', to: iban }, new Map()) as Json);
  },
  counterpartNameAsInV1: ofOrders(hoisted('recipient', 'name', 'counterpartName')),
  counterpartIbanAsInV1: ofOrders(hoisted('recipient', 'iban', 'counterpartIban')),
  counterpartBicAsInV1: ofOrders(hoisted('recipient', 'bic', 'counterpartBic')),
  counterpartAddressAsInV1: ofOrders(hoisted('recipient', 'address', 'counterpartAddress')),
  amountBare: ofOrders(hoisted('amount', 'value', 'amount')),
  currencyBesideAmount: ofOrders(hoisted('amount', 'currency', 'currency')),
};

const IN_V1: Readonly<Record<string, string>> = {
  CHECKING: 'Checking',
  SAVINGS: 'Savings',
  CREDIT_CARD: 'CreditCard',
  SECURITY: 'Security',
  LOAN: 'Loan',
  MEMBERSHIP: 'Membership',
  BAUSPAREN: 'Bausparen',
};

/** What stands in an object or list stands beside it, which is gone when nothing else was in it. */
function hoisted(holder: string, name: string, beside: string): Spoil {
  return ({ [holder]: held, ...others }: Json) => {
    if (typeof held !== 'object' || held === null || !Object.hasOwn(held, name))
      return { ...others, [holder]: held };
    const { [name]: value, ...rest } = held as Json;
    return { ...others, ...(Object.keys(rest).length > 0 && { [holder]: rest }), [beside]: value };
  };
}

function ofOrders(spoil: Spoil): Spoil {
  return ({ orders, ...others }: Json) =>
    Array.isArray(orders) ? { ...others, orders: orders.map(spoil) } : others;
}

function recoding(write: (type: string) => string): Spoil {
  return ({ accountTypes, ...others }: Json) =>
    Array.isArray(accountTypes) ? { ...others, accountTypes: accountTypes.map(write) } : others;
}

function taking(type: string, another: string): Spoil {
  return recoding((one) => (one === type ? another : one));
}
