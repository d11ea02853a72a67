/** The baseline for a migration: what ajv notices of a V2 request with the OpenAPI document alone. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { operations } from '../../../contracts/generated/operations.ts';
import webForm from '../../../contracts/generated/web-form.json' with { type: 'json' };
import { writeJson } from '../../../contracts/src/contract/exact-json.ts';

export type V2Operation = 'createBankConnectionImport' | 'createStandalonePayment';

/** Whether a request body is not as its schema says; its numbers may keep their digits. */
export function schemaOnlyRequest(): (operation: V2Operation, body: object) => boolean {
  // Keywords and formats of our own are not ajv's.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(webForm, 'web-form');
  const compiled = new Map<V2Operation, ValidateFunction>();
  return (operation, body) => {
    const validate = compiled.get(operation) ?? validatorOf(ajv, operation);
    compiled.set(operation, validate);
    return !validate(JSON.parse(writeJson(body)));
  };
}

/** Throws where the document describes no JSON body. */
function validatorOf(ajv: Ajv2020, operation: V2Operation): ValidateFunction {
  const { path, method } = operations[operation];
  const at = `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/requestBody`;
  const validate = ajv.getSchema(`web-form#${at}/content/application~1json/schema`);
  if (validate === undefined) throw new Error(`no schema describes the request of ${operation}`);
  return validate;
}
