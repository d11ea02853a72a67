/** POST /api/v1/bankConnections/import: always needs a web form, since an answer without one is not shown. */
import type { Handler } from '../handler.ts';
import { createWebForm, requiredForm } from '../web-form.ts';

export const importBankConnectionV1: Handler<'importBankConnectionV1'> = (call, around) =>
  requiredForm(call, createWebForm(call, around), (call.sent.exact as { bankId?: unknown }).bankId, around);
