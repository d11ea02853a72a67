/** Migration of the import: a V1 request and the V2 request that loses nothing of it, by hand from the documentation. */
import { migrationCases } from '../../src/runner/migration-case.ts';
import { bank } from '../../src/runner/test-data.ts';

export const importMigrationCases = migrationCases(import.meta.url, [
  {
    clause: 'MIGRATION-BANK-ID',
    says: 'carries bankId to bank.id',
    flow: 'import',
    v1: { bankId: bank() },
    v2: { bank: { id: bank() } },
  },
  {
    clause: 'MIGRATION-NAME',
    says: 'carries name to bankConnectionName',
    flow: 'import',
    v1: { bankId: bank(), name: 'My test bank' },
    v2: { bank: { id: bank() }, bankConnectionName: 'My test bank' },
  },
  {
    clause: 'MIGRATION-INTERFACE',
    says: 'carries the one interface to a list of one',
    flow: 'import',
    v1: { bankId: bank(), interface: 'XS2A' },
    v2: { bank: { id: bank() }, allowedInterfaces: ['XS2A'] },
  },
  {
    clause: 'MIGRATION-ACCOUNT-TYPES',
    says: 'writes all seven account types in upper snake case',
    flow: 'import',
    v1: {
      bankId: bank(),
      accountTypes: ['Checking', 'Savings', 'CreditCard', 'Security', 'Loan', 'Membership', 'Bausparen'],
    },
    v2: {
      bank: { id: bank() },
      accountTypes: ['CHECKING', 'SAVINGS', 'CREDIT_CARD', 'SECURITY', 'LOAN', 'MEMBERSHIP', 'BAUSPAREN'],
    },
  },
  {
    clause: 'MIGRATION-ACCOUNT-TYPES',
    says: 'takes a loan for a loan',
    flow: 'import',
    v1: { bankId: bank(), accountTypes: ['Loan'] },
    v2: { bank: { id: bank() }, accountTypes: ['LOAN'] },
  },
  {
    clause: 'MIGRATION-SAME-NAME',
    says: 'keeps the fields that have the same name on both sides',
    flow: 'import',
    v1: {
      bankId: bank(),
      skipBalancesDownload: true,
      skipPositionsDownload: false,
      loadOwnerData: true,
      maxDaysForDownload: 90,
    },
    v2: {
      bank: { id: bank() },
      skipBalancesDownload: true,
      skipPositionsDownload: false,
      loadOwnerData: true,
      maxDaysForDownload: 90,
    },
  },
  {
    clause: 'MIGRATION-SAME-NAME',
    says: 'keeps the same fields with other values',
    flow: 'import',
    v1: {
      bankId: bank(),
      skipBalancesDownload: false,
      skipPositionsDownload: true,
      loadOwnerData: false,
      maxDaysForDownload: 1,
    },
    v2: {
      bank: { id: bank() },
      skipBalancesDownload: false,
      skipPositionsDownload: true,
      loadOwnerData: false,
      maxDaysForDownload: 1,
    },
  },
]);
