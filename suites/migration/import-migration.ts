/** Migration of the import: a V1 request and the V2 request that loses nothing of it, by hand from the documentation. */
import { migrationCases } from '../../src/runner/migration-case.ts';
import { bank } from '../../src/runner/test-data.ts';

export const importMigrationCases = migrationCases('suites/migration/import-migration.ts', [
  {
    clause: 'MIGRATION-SAME-NAME',
    says: 'carries every field',
    flow: 'import',
    v1: {
      bankId: bank(),
      name: 'My test bank',
      interface: 'XS2A',
      skipBalancesDownload: true,
      skipPositionsDownload: false,
      loadOwnerData: true,
      maxDaysForDownload: 90,
      accountTypes: ['Checking', 'Savings', 'CreditCard', 'Security', 'Loan', 'Membership', 'Bausparen'],
    },
    v2: {
      bank: { id: bank() },
      bankConnectionName: 'My test bank',
      allowedInterfaces: ['XS2A'],
      skipBalancesDownload: true,
      skipPositionsDownload: false,
      loadOwnerData: true,
      maxDaysForDownload: 90,
      accountTypes: ['CHECKING', 'SAVINGS', 'CREDIT_CARD', 'SECURITY', 'LOAN', 'MEMBERSHIP', 'BAUSPAREN'],
    },
  },
  {
    clause: 'MIGRATION-ACCOUNT-TYPES',
    says: 'takes a loan for a loan, and keeps other values of the same fields',
    flow: 'import',
    v1: {
      bankId: bank(1),
      skipBalancesDownload: false,
      skipPositionsDownload: true,
      loadOwnerData: false,
      maxDaysForDownload: 1,
      accountTypes: ['Loan'],
    },
    v2: {
      bank: { id: bank(1) },
      skipBalancesDownload: false,
      skipPositionsDownload: true,
      loadOwnerData: false,
      maxDaysForDownload: 1,
      accountTypes: ['LOAN'],
    },
  },
]);
