/** The baseline: what ajv notices with the OpenAPI documents alone, one answer and one message at a time. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import access from '../../../contracts/generated/access.json' with { type: 'json' };
import { operations } from '../../../contracts/generated/operations.ts';
import webForm from '../../../contracts/generated/web-form.json' with { type: 'json' };
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { type Exchange, jsonOf } from '../../../contracts/src/judge/exchange.ts';
import { operationOf, pathOf } from '../../../contracts/src/judge/operation.ts';

/** Whether a status is undocumented, or a documented header, body or message is not as its schema says. */
export type SchemaOnly = (exchanges: readonly Exchange[], messages: readonly string[]) => boolean;

interface Answer {
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly required?: boolean }>>;
  readonly content?: unknown;
  readonly $ref?: string;
}
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses?: Readonly<Record<string, Answer>> }>>>
  >;
}

const DOCUMENTS: Readonly<Record<string, unknown>> = { access, 'web-form': webForm };

export function schemaOnly(): SchemaOnly {
  // Keywords and formats of our own are not ajv's.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [name, document] of Object.entries(DOCUMENTS)) ajv.addSchema(document as object, name);
  const compiled = new Map<string, ValidateFunction | undefined>();
  const validator = (reference: string): ValidateFunction | undefined => {
    if (!compiled.has(reference)) compiled.set(reference, ajv.getSchema(reference));
    return compiled.get(reference);
  };
  const isWrongAnswer = ({ request, response }: Exchange): boolean => {
    const place = placeOf(request);
    if (place === undefined) return false;
    const { status, headers, body } = response;
    const key = [String(status), `${String(status)[0]}XX`].find((one) => one in place.responses);
    if (key === undefined) return true;
    const answer = followed(place.responses[key], place.document);
    const missing = Object.entries(answer.headers ?? {}).some(
      ([name, header]) => isRequired(header, place.document) && headers[name.toLowerCase()] === undefined,
    );
    if (missing) return true;
    if (answer.content === undefined) return false;
    const at = place.responses[key]?.$ref?.slice(1) ?? `${place.pointer}/responses/${key}`;
    const validate = validator(`${place.document}#${at}/content/application~1json/schema`);
    return validate !== undefined && !validate(jsonOf(body));
  };
  const isWrongMessage = (text: string): boolean => {
    const message = parsed(text);
    const event = (message as { triggerEvent?: unknown } | undefined)?.triggerEvent;
    const at = `access#/webhooks/${event}/post/requestBody/content/application~1json/schema`;
    const validate = typeof event === 'string' && /^[A-Z_]+$/.test(event) ? validator(at) : undefined;
    return validate === undefined || !validate(message);
  };
  return (exchanges, messages) => exchanges.some(isWrongAnswer) || messages.some(isWrongMessage);
}

interface Place {
  readonly document: string;
  readonly responses: Readonly<Record<string, Answer>>;
  /** Of the operation, within its document. */
  readonly pointer: string;
}

function placeOf(request: Exchange['request']): Place | undefined {
  if (operationOf(request) === undefined) return undefined;
  const path = pathOf(request.url);
  const method = request.method.toLowerCase();
  for (const [document, content] of Object.entries(DOCUMENTS)) {
    const { paths } = content as Document;
    const own = Object.keys(paths).find((one) => path.endsWith(one) && method in (paths[one] ?? {}));
    const responses = own === undefined ? undefined : paths[own]?.[method]?.responses;
    if (own !== undefined && responses)
      return { document, responses, pointer: `/paths/${own.replaceAll('/', '~1')}/${method}` };
  }
  return undefined;
}

function followed(answer: Answer | undefined, document: string): Answer {
  return answer?.$ref === undefined ? (answer ?? {}) : (atPointer(document, answer.$ref) as Answer);
}

function isRequired(
  header: { readonly $ref?: string; readonly required?: boolean },
  document: string,
): boolean {
  const own = header.$ref === undefined ? header : (atPointer(document, header.$ref) as typeof header);
  return own.required === true;
}

function atPointer(document: string, reference: string): unknown {
  const names = reference.split('/').slice(1);
  return names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown>)[name],
    DOCUMENTS[document],
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The baseline for a migration: what ajv notices of a V2 request with the OpenAPI document alone. */

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
