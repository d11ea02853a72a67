/** Every case of the project, in the order of the documentation; who adds a file of cases names it here. */
import type { Cases } from '../src/drive/case.ts';
import type { MigrationCases } from '../src/drive/migration-case.ts';
import { contextCases } from './auth/contexts.ts';
import { expiryCases } from './auth/expiry.ts';
import { tokenCases } from './auth/token.ts';
import { tokenNeededCases } from './auth/token-needed.ts';
import { configurationCases } from './configuration/read.ts';
import { importMigrationCases } from './migration/import.ts';
import { paymentMigrationCases } from './migration/payment.ts';
import { ruleCases } from './rules/create.ts';
import { maxTransactionsCountCases } from './rules/max-transactions-count.ts';
import { refusedRuleCases } from './rules/refused.ts';
import { sideBySideRuleCases } from './rules/side-by-side.ts';
import { uniqueRuleCases } from './rules/unique.ts';
import { versionRuleCases } from './rules/version.ts';
import { userCases } from './users/create.ts';
import { importV1Cases } from './v1/import.ts';
import { paymentV1Cases } from './v1/payment.ts';
import { importV2Cases, paymentV2Cases } from './v2/forms.ts';

export const catalogue: { exchanges: readonly Cases[]; migrations: readonly MigrationCases[] } = {
  exchanges: [
    tokenCases,
    tokenNeededCases,
    contextCases,
    expiryCases,
    userCases,
    ruleCases,
    refusedRuleCases,
    maxTransactionsCountCases,
    uniqueRuleCases,
    sideBySideRuleCases,
    versionRuleCases,
    configurationCases,
    importV1Cases,
    paymentV1Cases,
    importV2Cases,
    paymentV2Cases,
  ],
  migrations: [importMigrationCases, paymentMigrationCases],
};
