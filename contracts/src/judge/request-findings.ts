/** Finds deviations in the body of a request: mistakes of the client, whatever the response. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { paramsOfType } from '../../generated/params-of-type.ts';
import { type Finding, findingText } from '../base/finding.ts';
import { anyItem, isObject, member } from '../base/json-value.ts';
import type { Compiled } from '../base/schema.ts';
import type { OperationId } from './operation.ts';
import { otherVersionFindings } from './other-version.ts';
import { schemaFindings } from './schema-findings.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { standard, undocumentedFields, type Validator } from './validator.ts';

/** `clause` is the clause of the call, `pointer` that of the body. A field in the other version's spelling has one finding. */
export function requestFindings(
  compiled: Compiled,
  body: unknown,
  { operation, clause, pointer = '' }: { operation: OperationId; clause: ClauseId; pointer?: string },
  settings?: Settings,
): Finding[] {
  const others = otherVersionFindings(operation, body, pointer);
  const at = { pointer, name: 'the request body', clause, about: 'client' } as const;
  const findings = schemaFindings(compiled, nativeParams(operation, body, settings), at, settings);
  return [
    ...findings.filter((finding) => !others.some((each) => each.pointer === finding.pointer)),
    ...others,
  ];
}

export function requestValidatorOf(
  compiled: Compiled,
  of: { readonly operation: OperationId; readonly clause: ClauseId },
  settings?: Settings,
): Validator {
  return {
    validate: standard(compiled, (value) => requestFindings(compiled, value, of, settings)),
    undocumented: (value) => {
      const others = otherVersionFindings(of.operation, value, '').map(
        (finding) => [anyItem(finding.pointer), findingText(finding)] as const,
      );
      return undocumentedFields(compiled, value, new Map(others));
    },
  };
}

const NUMBERS: readonly string[] = paramsOfType.number;
const BOOLEANS: readonly string[] = paramsOfType.boolean;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Reads the params of a rule as native values where the target takes strings (PARAMS-FORM); other bodies are unchanged. */
function nativeParams(
  operationId: OperationId,
  body: unknown,
  { paramsForm, bigDecimalForm }: Settings = defaultSettings,
): unknown {
  const params = member(body, 'params');
  const isNative = paramsForm === 'native' && bigDecimalForm === 'number';
  if (isNative || operationId !== 'createNotificationRule' || !isObject(params)) return body;
  const natives = Object.entries(params).map(([name, value]) => [name, native(name, value)]);
  return { ...(body as object), params: Object.fromEntries(natives) };
}

function native(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (NUMBERS.includes(name) && NUMBER.test(value)) return Number(value);
  if (BOOLEANS.includes(name) && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
