/** Keeps findings from repeating a secret or personal data that an answer repeats in other fields. */

import { isNumber } from '../base/json-value.ts';
import { KnownValues } from '../base/known-values.ts';
import { isSensitive, namedSecrets, SECRET_NAME } from '../base/redact.ts';
import type { Compiled } from '../base/schema.ts';
import { SchemaPlace } from '../base/schema-place.ts';
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
  const whole = (compiled: Compiled | undefined) => compiled && new SchemaPlace([compiled.schema], '', true);
  eachHidden(jsonOf(request.body), whole(requestSchema(operationId)), false, add);
  eachHidden(jsonOf(response.body), whole(answerOf(operationId, response)?.schema), false, add);
  return findings.map((finding) => ({ ...finding, message: known.strike(finding.message, (mark) => mark) }));
}

/** Calls `see` with each text and number that its place hides, or its name where no schema lists it. */
function eachHidden(
  value: unknown,
  place: SchemaPlace | undefined,
  isHidden: boolean,
  see: (text: string) => void,
): void {
  const hides = isHidden || isSensitive(place?.nodes ?? []);
  if (typeof value === 'string' || isNumber(value)) {
    if (hides) see(String(value));
  } else if (Array.isArray(value)) {
    for (const item of value) eachHidden(item, place?.items, hides, see);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      const own = place?.field(name);
      eachHidden(part, own, hides || (!own && SECRET_NAME.test(name)), see);
    }
  }
}
