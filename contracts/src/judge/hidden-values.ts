/** Keeps findings from repeating a secret or personal data that an answer repeats in other fields. */

import { isNumber } from '../base/json-value.ts';
import { KnownValues } from '../base/known-values.ts';
import { isSensitive, memberSchemas, namedSecrets, partsOf, SECRET_NAME } from '../base/redact.ts';
import type { SchemaNode } from '../base/schema.ts';
import type { Finding } from './clause-check.ts';
import { type Exchange, jsonOf } from './exchange.ts';
import { answerOf, type OperationId, requestSchema } from './operation.ts';

/** The same findings without the credentials and personal values of the exchange, of which an error text can quote any. */
export function withoutHiddenValues(
  operationId: OperationId,
  { request, response }: Exchange,
  findings: Finding[],
): Finding[] {
  if (findings.length === 0) return findings;
  const known = new KnownValues<string>();
  const add = (value: string) => known.add(value, '[not repeated]');
  for (const value of namedSecrets(request.headers)) add(value);
  eachHidden(jsonOf(request.body), [requestSchema(operationId)?.schema ?? {}], false, add);
  eachHidden(jsonOf(response.body), [answerOf(operationId, response)?.schema?.schema ?? {}], false, add);
  return findings.map((finding) => ({ ...finding, message: known.strike(finding.message, (mark) => mark) }));
}

/** Calls `see` with each text and number that the schemas of its place hide, or its name where there is none. */
function eachHidden(
  value: unknown,
  nodes: readonly SchemaNode[],
  isHidden: boolean,
  see: (text: string) => void,
): void {
  const all = partsOf(nodes);
  const hides = isHidden || isSensitive(all);
  if (typeof value === 'string' || isNumber(value)) {
    if (hides) see(String(value));
  } else if (Array.isArray(value)) {
    const items = all.flatMap((node) => node.items ?? []);
    for (const item of value) eachHidden(item, items, hides, see);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      const own = memberSchemas(all, name);
      eachHidden(part, own, hides || (own.length === 0 && SECRET_NAME.test(name)), see);
    }
  }
}
