/** Keeps findings from repeating a secret or personal data that an answer repeats in other fields. */

import { isNumber, isObject } from '../base/json-value.ts';
import { KnownValues } from '../base/known-values.ts';
import { isSensitive, namedSecrets, SECRET_NAME } from '../base/redact.ts';
import { SchemaPlace } from '../base/schema-place.ts';
import type { Finding } from './clause-check.ts';
import { type Exchange, jsonOf } from './exchange.ts';
import { answerOf, type OperationId, requestSchema } from './operation.ts';

/** The same findings without the credentials and personal values of the exchange, of which an error text can quote any. */
export function withoutHiddenValues(
  operationId: OperationId,
  { request, response }: Exchange,
  findings: readonly Finding[],
): readonly Finding[] {
  if (findings.length === 0) return findings;
  const known = new KnownValues<string>();
  const bodies = [
    [jsonOf(request.body), requestSchema(operationId)],
    [jsonOf(response.body), answerOf(operationId, response)?.schema],
  ] as const;
  const hidden = bodies.flatMap(([body, compiled]) =>
    hiddenIn(body, compiled && new SchemaPlace([compiled.schema], '', true)),
  );
  for (const value of [...namedSecrets(request.headers), ...hidden]) known.add(value, '[not repeated]');
  return findings.map((finding) => ({ ...finding, message: known.strike(finding.message, (mark) => mark) }));
}

/** Each text and number that its place hides, or its name where no schema lists it. */
function hiddenIn(value: unknown, place: SchemaPlace | undefined, isHidden = false): string[] {
  const hides = isHidden || isSensitive(place?.nodes ?? []);
  if (typeof value === 'string' || isNumber(value)) return hides ? [String(value)] : [];
  if (Array.isArray(value)) return value.flatMap((item) => hiddenIn(item, place?.items, hides));
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, part]) => {
    const own = place?.field(name);
    return hiddenIn(part, own, hides || (!own && SECRET_NAME.test(name)));
  });
}
