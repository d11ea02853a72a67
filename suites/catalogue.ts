/** Every case and scenario of the project; who adds a file of them names it here, unless it is that of a trigger event. */
import type { Catalogue } from '../src/drive/planned-cases.ts';
import { contextCases } from './auth/contexts.ts';
import { expiryCases } from './auth/expiry.ts';
import { tokenCases } from './auth/token.ts';
import { tokenFieldCases } from './auth/token-fields.ts';
import { tokenNeededCases } from './auth/token-needed.ts';
import { configurationCases } from './configuration/read.ts';
import { eventEvidence } from './event-evidence.ts';
import { importMigrationCases } from './migration/import.ts';
import { paymentMigrationCases } from './migration/payment.ts';
import { adjustingEntryScenarios } from './notifications/adjusting-entry.ts';
import { digitForDigitScenarios } from './notifications/digit-for-digit.ts';
import { encryptionScenarios } from './notifications/encryption.ts';
import { germanTimeScenarios } from './notifications/german-times.ts';
import { itemFieldScenarios } from './notifications/item-fields.ts';
import { listOrderScenarios } from './notifications/list-order.ts';
import { listedAccountsScenarios } from './notifications/listed-accounts.ts';
import { listedConnectionsScenarios } from './notifications/listed-connections.ts';
import { maxTransactionsCountScenarios } from './notifications/max-transactions-count.ts';
import { messageFieldScenarios } from './notifications/message-fields.ts';
import { missingValueScenarios } from './notifications/missing-values.ts';
import { newOnlyScenarios } from './notifications/new-only.ts';
import { setUpScenarios } from './notifications/set-up.ts';
import { severalRulesScenarios } from './notifications/several-rules.ts';
import { subCategoryScenarios } from './notifications/sub-categories.ts';
import { transactionFieldScenarios } from './notifications/transaction-fields.ts';
import { usersScenarios } from './notifications/users.ts';
import { waitingScenarios } from './notifications/waiting.ts';
import { ruleCases } from './rules/create.ts';
import { ruleFieldCases } from './rules/fields.ts';
import { maxTransactionsCountCases } from './rules/max-transactions-count.ts';
import { refusedRuleCases } from './rules/refused.ts';
import { sideBySideRuleCases } from './rules/side-by-side.ts';
import { uniqueRuleCases } from './rules/unique.ts';
import { versionRuleCases } from './rules/version.ts';
import { userCases } from './users/create.ts';
import { fieldV1Cases } from './v1/fields.ts';
import { importV1Cases } from './v1/import.ts';
import { paymentV1Cases } from './v1/payment.ts';
import { fieldV2Cases } from './v2/fields.ts';
import { importV2Cases, paymentV2Cases } from './v2/forms.ts';

export const catalogue: Catalogue = {
  exchanges: [
    tokenCases,
    tokenFieldCases,
    tokenNeededCases,
    contextCases,
    expiryCases,
    userCases,
    ruleCases,
    ruleFieldCases,
    ...eventEvidence.flatMap(({ rules = [] }) => rules),
    refusedRuleCases,
    maxTransactionsCountCases,
    uniqueRuleCases,
    sideBySideRuleCases,
    versionRuleCases,
    configurationCases,
    importV1Cases,
    paymentV1Cases,
    fieldV1Cases,
    importV2Cases,
    paymentV2Cases,
    fieldV2Cases,
  ],
  migrations: [importMigrationCases, paymentMigrationCases],
  scenarios: [
    setUpScenarios,
    usersScenarios,
    severalRulesScenarios,
    listedAccountsScenarios,
    listedConnectionsScenarios,
    encryptionScenarios,
    messageFieldScenarios,
    itemFieldScenarios,
    transactionFieldScenarios,
    digitForDigitScenarios,
    missingValueScenarios,
    germanTimeScenarios,
    listOrderScenarios,
    maxTransactionsCountScenarios,
    adjustingEntryScenarios,
    ...eventEvidence.map(({ messages }) => messages),
    waitingScenarios,
    subCategoryScenarios,
    newOnlyScenarios,
  ],
};
