/** Every case and scenario of the project; who adds a file of them names it here, unless it is that of a trigger event. */
import type { Catalogue } from '../src/runner/planned-cases.ts';
import { contextCases } from './auth/contexts.ts';
import { expiryCases } from './auth/expiry.ts';
import { tokenCases, tokenFieldCases, tokenNeededCases } from './auth/tokens.ts';
import { configurationCases } from './configuration/read-configuration.ts';
import { eventEvidence } from './event-evidence.ts';
import { importMigrationCases } from './migration/import-migration.ts';
import { paymentMigrationCases } from './migration/payment-migration.ts';
import { adjustingEntryScenarios } from './notifications/adjusting-entry.ts';
import { digitForDigitScenarios } from './notifications/digit-for-digit.ts';
import { encryptionScenarios } from './notifications/encryption.ts';
import { germanTimeScenarios } from './notifications/german-times.ts';
import { listOrderScenarios } from './notifications/list-order.ts';
import { listedAccountsScenarios, listedConnectionsScenarios } from './notifications/listed-ids.ts';
import { maxTransactionsCountScenarios } from './notifications/max-transactions-count.ts';
import { messageFieldScenarios } from './notifications/message-fields.ts';
import { itemFieldScenarios, missingValueScenarios } from './notifications/message-item-fields.ts';
import { newOnlyScenarios } from './notifications/new-only.ts';
import { setUpScenarios } from './notifications/set-up.ts';
import { severalRulesScenarios } from './notifications/several-rules.ts';
import { subCategoryScenarios } from './notifications/sub-categories.ts';
import { transactionFieldScenarios } from './notifications/transaction-fields.ts';
import { usersScenarios } from './notifications/users.ts';
import { waitingScenarios } from './notifications/waiting.ts';
import { ruleCases } from './rules/create-rule.ts';
import { maxTransactionsCountCases, refusedRuleCases, versionRuleCases } from './rules/refused-rules.ts';
import { ruleFieldCases } from './rules/rule-fields.ts';
import { sideBySideRuleCases, uniqueRuleCases } from './rules/unique-rules.ts';
import { userCases } from './users/create-user.ts';
import { fieldV1Cases, importV1Cases, paymentV1Cases } from './v1/v1-cases.ts';
import { fieldV2Cases, importV2Cases, paymentV2Cases } from './v2/v2-cases.ts';

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
