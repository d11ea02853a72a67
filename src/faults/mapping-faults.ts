/** Faults of a migration: is the wrong V2 request noticed when the hand-written migration cases are compared with it? */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { FaultRow, TreeEdit } from '../../contracts/src/base/fault-row.ts';
import { canonical } from '../../contracts/src/base/json-value.ts';
import {
  type Comparison,
  compareImport,
  comparePayment,
} from '../../contracts/src/migration/compare-requests.ts';
import { type MigrationCase, type MigrationCases, migrationSentence } from '../runner/migration-case.ts';
import { type SchemaOnly, schemaOnly } from './baseline/schema-only.ts';
import { editTree, valueAt } from './edit-tree.ts';
import { faultResult } from './run-fault.ts';
import type { FaultResult } from './strength.ts';

/** Makes another V2 request of the one that a migration made. */
type Change = (v2: Json) => Json;
type Json = Readonly<Record<string, unknown>>;

export const mappingFunctions: Readonly<Record<string, Change>> = {
  bankIdAsInV1: hoisted('bank', 'id', 'bankId'),
  bankBare: hoisted('bank', 'id', 'bank'),
  nameInBank: ({ bankConnectionName: name, bank, ...others }: Json) =>
    name === undefined ? { bank, ...others } : { ...others, bank: { ...(bank as Json), name } },
  interfaceAsInV1: hoisted('allowedInterfaces', '0', 'interface'),
  typesAsInV1: wording({
    ...{ CHECKING: 'Checking', SAVINGS: 'Savings', CREDIT_CARD: 'CreditCard', SECURITY: 'Security' },
    ...{ LOAN: 'Loan', MEMBERSHIP: 'Membership', BAUSPAREN: 'Bausparen' },
  }),
  creditcardInOneWord: wording({ CREDIT_CARD: 'CREDITCARD' }),
  typesCapitalized: recodingTypes((type) =>
    type.toLowerCase().replace(/\b[a-z]|_[a-z]/g, (it) => it.toUpperCase()),
  ),
  loansAndMembershipsSwapped: wording({ LOAN: 'MEMBERSHIP', MEMBERSHIP: 'LOAN' }),
  checkingAsAnother: wording({ CHECKING: 'SAVINGS' }),
  savingsAsAnother: wording({ SAVINGS: 'CHECKING' }),
  creditCardAsAnother: wording({ CREDIT_CARD: 'CHECKING' }),
  securityAsAnother: wording({ SECURITY: 'SAVINGS' }),
  loanAsAnother: wording({ LOAN: 'MEMBERSHIP' }),
  membershipAsAnother: wording({ MEMBERSHIP: 'BAUSPAREN' }),
  bausparenAsAnother: wording({ BAUSPAREN: 'SAVINGS' }),
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

/** Moves a value out of an object or list to a field beside it, and removes what is then empty. */
function hoisted(holder: string, name: string, beside: string): Change {
  return ({ [holder]: held, ...others }: Json) => {
    if (typeof held !== 'object' || held === null || !Object.hasOwn(held, name))
      return { ...others, [holder]: held };
    const { [name]: value, ...rest } = held as Json;
    return { ...others, ...(Object.keys(rest).length > 0 && { [holder]: rest }), [beside]: value };
  };
}

function ofOrders(change: Change): Change {
  return ({ orders, ...others }: Json) =>
    Array.isArray(orders) ? { ...others, orders: orders.map(change) } : others;
}

function recodingTypes(write: (type: string) => string): Change {
  return ({ accountTypes, ...others }: Json) =>
    Array.isArray(accountTypes) ? { ...others, accountTypes: accountTypes.map(write) } : others;
}

function wording(words: Readonly<Record<string, string>>): Change {
  return recodingTypes((type) => words[type] ?? type);
}

const OPERATION_OF: Readonly<
  Record<MigrationCase['flow'], 'createBankConnectionImport' | 'createStandalonePayment'>
> = {
  import: 'createBankConnectionImport',
  payment: 'createStandalonePayment',
};

/** What became of each row of the hook `mapping`, in their order. */
export function mappingResults(
  rows: readonly FaultRow[],
  migrations: readonly MigrationCases[],
): FaultResult[] {
  const cases = migrations.flatMap(({ file, cases }) => cases.map((row) => ({ row, file })));
  const baseline = schemaOnly();
  return rows.filter(({ hook }) => hook === 'mapping').map((fault) => resultOf(fault, cases, baseline));
}

interface FiledCase {
  readonly row: MigrationCase;
  readonly file: string;
}

function resultOf(fault: FaultRow, cases: readonly FiledCase[], baseline: SchemaOnly): FaultResult {
  const clause = fault.clause as ClauseId;
  const tried = cases.flatMap((one) => {
    const operation = OPERATION_OF[one.row.flow];
    if (!fault.of?.includes(operation)) return [];
    const v2 = changedBy(one.row.v2, fault);
    // Nothing was changed but the order of fields.
    if (canonical(v2) === canonical(one.row.v2)) return [];
    return [
      {
        ...one,
        blamed: blamedBy(compared(one.row, v2)),
        isNoticed: baseline.isNoticedRequest(operation, v2),
      },
    ];
  });
  const caught = tried.filter(({ blamed }) => blamed.includes(clause));
  const blamed = [...new Set(tried.flatMap((one) => one.blamed))].sort();
  const alsoViolated = blamed.filter((one) => one !== clause);
  const seen = {
    ...{ isCaughtAlone: caught.some(({ row }) => row.clause === clause) },
    ...{ caughtBy: caught.map(({ row, file }) => ({ says: migrationSentence(row), file })) },
    alsoViolated,
    baselines: { ajv: tried.some(({ isNoticed }) => isNoticed) },
  };
  if (caught.length > 0) return faultResult(fault, { verdict: 'caught', ...seen });
  return faultResult(fault, { verdict: 'survived', reason: missing(clause, tried, blamed), ...seen });
}

/** The V2 request as the faulty migration makes it. */
function changedBy(v2: object, { id, edit }: FaultRow): object {
  if (!('function' in edit)) return editTree(v2, edit as TreeEdit, new Map()) as object;
  const change = mappingFunctions[edit.function];
  if (change === undefined) throw new RangeError(`${id} names the unknown function ${edit.function}`);
  return change(v2 as Readonly<Record<string, unknown>>);
}

function compared(row: MigrationCase, v2: object): Comparison {
  return row.flow === 'import'
    ? compareImport(row.v1, v2)
    : comparePayment(row.v1, v2, { currency: row.currency });
}

/** Only a field that fails names a clause. */
function blamedBy({ fields }: Comparison): ClauseId[] {
  return fields.flatMap(({ clause }) => (clause as ClauseId | undefined) ?? []);
}

/** The observation that a survivor lacks. */
function missing(clause: string, tried: readonly unknown[], blamed: readonly string[]): string {
  if (tried.length === 0) return 'no migration case has what it changes';
  if (blamed.length > 0) return `it is blamed on ${blamed.join(', ')} and not on ${clause}`;
  return `none of the ${tried.length} migration cases that it changes sees a difference`;
}
