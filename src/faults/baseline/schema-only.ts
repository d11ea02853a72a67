/** The baseline: what ajv notices with the documented schemas alone, one answer, message or request at a time. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { operations } from '../../../contracts/generated/operations.ts';
import open from '../../../contracts/generated/validators/open.js';
import type { Compiled } from '../../../contracts/src/base/compiled-schema.ts';
import { isJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { type Exchange, jsonOf } from '../../../contracts/src/judge/exchange.ts';
import { type OperationId, operationOf } from '../../../contracts/src/judge/operation.ts';

export interface SchemaOnly {
  /** Whether a status is undocumented, or a documented header, body or message is not as its schema says. */
  isNoticed(exchanges: readonly Exchange[], messages: readonly string[]): boolean;
  /** Whether a request body is not as its schema says; its numbers may keep their digits. */
  isNoticedRequest(operation: OperationId, body: object): boolean;
}

const documented: Readonly<Record<string, Compiled | undefined>> = open;

export function schemaOnly(): SchemaOnly {
  // Keywords and formats of our own are not ajv's.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  // It compiles each schema once.
  const isWrong = (name: string, value: unknown): boolean =>
    !ajv.validate(documented[name]?.schema ?? {}, value);
  const isWrongAnswer = ({ request, response }: Exchange): boolean => {
    const operationId = operationOf(request);
    if (operationId === undefined) return false;
    const { status, headers, body } = response;
    const { answers } = operations[operationId];
    const key = [String(status), `${String(status)[0]}XX`].find((one) => one in answers);
    if (key === undefined) return true;
    // The only header that the documents require.
    if (key === '451' && headers['location'] === undefined) return true;
    return isWrong(`${operationId}.${key}`, jsonOf(body));
  };
  const isWrongMessage = (text: string): boolean => {
    const message: unknown = isJson(text) ? JSON.parse(text) : undefined;
    const name = `${(message as { triggerEvent?: unknown } | undefined)?.triggerEvent}.message`;
    return documented[name] === undefined || isWrong(name, message);
  };
  return {
    isNoticed: (exchanges, messages) => exchanges.some(isWrongAnswer) || messages.some(isWrongMessage),
    isNoticedRequest: (operation, body) => isWrong(`${operation}.request`, JSON.parse(writeJson(body))),
  };
}
