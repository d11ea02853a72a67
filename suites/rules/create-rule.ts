/** Cases of POST /notificationRules: every trigger event with the least and the most that it takes. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { example } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { asDescribed } from './as-described.ts';

type RuleExample = Parameters<typeof example<'createNotificationRule'>>[1];

function accepted(clause: ClauseId, name: RuleExample, given: string): Case {
  return {
    clause,
    says: 'creates the rule',
    given,
    when: 'createNotificationRule',
    send: example('createNotificationRule', name),
    then: '2XX',
    needs: 'judgement',
  };
}

export const ruleCases = cases(
  import.meta.url,
  asDescribed([
    accepted(
      'RULE-BALANCE-PARAMS-OPTIONAL',
      'newAccountBalanceMinimal',
      'a NEW_ACCOUNT_BALANCE rule without params',
    ),
    accepted(
      'RULE-BALANCE-ACCOUNT-IDS',
      'newAccountBalanceFull',
      'a NEW_ACCOUNT_BALANCE rule on two accounts',
    ),
    accepted(
      'RULE-TRANSACTIONS-PARAMS-OPTIONAL',
      'newTransactionsMinimal',
      'a NEW_TRANSACTIONS rule without params',
    ),
    accepted('RULE-LOGIN-PARAMS-OPTIONAL', 'bankLoginErrorMinimal', 'a BANK_LOGIN_ERROR rule without params'),
    accepted(
      'RULE-BANK-CONNECTION-IDS',
      'bankLoginErrorFull',
      'a BANK_LOGIN_ERROR rule on a bank connection',
    ),
    accepted(
      'RULE-FOREIGN-PARAMS-OPTIONAL',
      'foreignMoneyTransferMinimal',
      'a FOREIGN_MONEY_TRANSFER rule without params',
    ),
    accepted(
      'RULE-FOREIGN-ACCOUNT-IDS',
      'foreignMoneyTransferFull',
      'a FOREIGN_MONEY_TRANSFER rule on an account',
    ),
    accepted(
      'RULE-LOW-THRESHOLD',
      'lowAccountBalanceMinimal',
      'a LOW_ACCOUNT_BALANCE rule with its threshold alone',
    ),
    accepted('RULE-LOW-ACCOUNT-IDS', 'lowAccountBalanceFull', 'a LOW_ACCOUNT_BALANCE rule on an account'),
    accepted(
      'RULE-HIGH-THRESHOLD',
      'highTransactionAmountMinimal',
      'a HIGH_TRANSACTION_AMOUNT rule with its threshold alone',
    ),
    accepted(
      'RULE-HIGH-ACCOUNT-IDS',
      'highTransactionAmountFull',
      'a HIGH_TRANSACTION_AMOUNT rule on an account',
    ),
    accepted(
      'RULE-CATEGORY-ID',
      'categoryCashFlowMinimal',
      'a CATEGORY_CASH_FLOW rule with its category alone',
    ),
    accepted(
      'RULE-CATEGORY-CHILDREN',
      'categoryCashFlowFull',
      'a CATEGORY_CASH_FLOW rule without sub-categories',
    ),
    accepted('RULE-TERMS-NO-PARAMS', 'newTermsAndConditionsMinimal', 'a NEW_TERMS_AND_CONDITIONS rule'),
  ]),
);
