/** POST {webform_url}/api/webForms/bankConnectionImport: creates the web form of an import. */
import type { Handler } from '../handler.ts';
import { createdForm } from '../web-form.ts';

export const createBankConnectionImport: Handler<'createBankConnectionImport'> = (call, around) =>
  createdForm(call, 'BANK_CONNECTION_IMPORT', around);
