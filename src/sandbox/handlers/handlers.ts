/** Every operation and who carries it out. */
import type { Handlers } from '../handler.ts';
import { createBankConnectionImport } from './create-bank-connection-import.ts';
import { createMoneyTransferV1 } from './create-money-transfer-v1.ts';
import { createNotificationRule } from './create-notification-rule.ts';
import { createStandalonePayment } from './create-standalone-payment.ts';
import { createToken } from './create-token.ts';
import { createUser } from './create-user.ts';
import { getClientConfiguration } from './get-client-configuration.ts';
import { importBankConnectionV1 } from './import-bank-connection-v1.ts';
import { submitPaymentV1 } from './submit-payment-v1.ts';

export const handlers: Handlers = {
  createToken,
  createUser,
  createNotificationRule,
  getClientConfiguration,
  importBankConnectionV1,
  createMoneyTransferV1,
  submitPaymentV1,
  createBankConnectionImport,
  createStandalonePayment,
};
