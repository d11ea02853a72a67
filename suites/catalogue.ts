/** Every case and scenario of the project. A new file of them is named here, unless it is that of a trigger event. */
import type { Catalogue } from '../src/runner/planned-case.ts';
import { acceptanceCases } from './acceptance.ts';
import { accessTokenCases } from './auth/access-tokens.ts';
import { tokenCases } from './auth/tokens.ts';
import { configurationCases } from './configuration/read-configuration.ts';
import { eventEvidence } from './event-evidence.ts';
import { flowMigrationCases } from './migration/flow-migrations.ts';
import { alikeScenarios } from './notifications/alike-and-missing.ts';
import { clientAndUserScenarios } from './notifications/client-and-users.ts';
import { digitForDigitScenarios } from './notifications/digit-for-digit.ts';
import { listedIdScenarios } from './notifications/listed-ids.ts';
import { textScenarios } from './notifications/message-texts.ts';
import { severalRulesScenarios } from './notifications/several-rules.ts';
import { someTensScenarios } from './notifications/some-tens.ts';
import { transactionFieldScenarios } from './notifications/transaction-fields.ts';
import { transactionListScenarios } from './notifications/transaction-lists.ts';
import { waitingScenarios } from './notifications/waiting.ts';
import { acceptedRuleCases } from './rules/accepted-rules.ts';
import { ruleValueCases } from './rules/rule-values.ts';
import { uniqueRuleCases } from './rules/unique-rules.ts';
import { userCases } from './users/create-user.ts';
import { v1Cases } from './v1/v1-cases.ts';
import { v2Cases } from './v2/v2-cases.ts';

export const catalogue: Catalogue = {
  exchanges: [
    acceptanceCases,
    tokenCases,
    accessTokenCases,
    userCases,
    acceptedRuleCases,
    ruleValueCases,
    uniqueRuleCases,
    configurationCases,
    v1Cases,
    v2Cases,
  ],
  migrations: [flowMigrationCases],
  scenarios: [
    clientAndUserScenarios,
    alikeScenarios,
    severalRulesScenarios,
    someTensScenarios,
    listedIdScenarios,
    textScenarios,
    transactionFieldScenarios,
    digitForDigitScenarios,
    transactionListScenarios,
    ...eventEvidence.map(({ messages }) => messages),
    waitingScenarios,
  ],
};
