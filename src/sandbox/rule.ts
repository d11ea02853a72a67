/** A notification rule as the sandbox keeps it, its params as native values and its thresholds as exact decimals. */

import type Big from 'big.js';
import { LosslessNumber } from 'lossless-json';
import type { components } from '../../contracts/generated/access.ts';
import type { triggerEvents } from '../../contracts/generated/operations.ts';
import { paramsOfType } from '../../contracts/generated/params-of-type.ts';
import { isObject } from '../../contracts/src/contract/is-object.ts';
import { amountOf } from './amount.ts';

export type TriggerEvent = (typeof triggerEvents)[number];

type Written = NonNullable<components['schemas']['notification-rule']['params']>;
/** Of all events together. */
type Params = UnionToIntersection<Required<Written>>;
type UnionToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** As the documents have them, every number exact but the one that counts. */
export type RuleParams = {
  readonly [Name in keyof Params]?: Params[Name] extends number
    ? Name extends 'maxTransactionsCount'
      ? number
      : Big
    : Params[Name];
};

export interface Rule {
  /** The notificationRuleId of its messages. */
  readonly id: number;
  readonly triggerEvent: TriggerEvent;
  readonly params: RuleParams;
  readonly callbackHandle: string;
  readonly includeDetails: boolean;
}

const NUMBERS: readonly string[] = paramsOfType.number;
const BOOLEANS: readonly string[] = paramsOfType.boolean;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * The body of a rule with its params as native values: whether they are written so or as strings is not shown
 * (PARAMS-FORM). Numbers in strings become LosslessNumbers, or plain ones with `Number`.
 */
export function withNativeParams(
  body: unknown,
  number: (text: string) => unknown = (text) => new LosslessNumber(text),
): unknown {
  if (!isObject(body) || !isObject(body['params'])) return body;
  const native = ([name, value]: [string, unknown]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value];
    if (NUMBERS.includes(name) && NUMBER.test(value)) return [name, number(value)];
    const isFlag = BOOLEANS.includes(name) && (value === 'true' || value === 'false');
    return [name, isFlag ? value === 'true' : value];
  };
  return { ...body, params: Object.fromEntries(Object.entries(body['params']).map(native)) };
}

/** The rule of a body that is valid; a callbackHandle that is absent is empty, since nobody says it is required. */
export function ruleOf(id: number, body: unknown): Rule {
  const { triggerEvent, params, callbackHandle, includeDetails } = withNativeParams(body) as {
    triggerEvent: TriggerEvent;
    params?: Record<string, unknown>;
    callbackHandle?: string;
    includeDetails?: boolean;
  };
  return {
    id,
    triggerEvent,
    params: paramsOf(params ?? {}),
    callbackHandle: callbackHandle ?? '',
    includeDetails: includeDetails ?? false,
  };
}

function paramsOf(params: Record<string, unknown>): RuleParams {
  const kept = Object.entries(params).map(([name, value]) => {
    // Of a count out of range, where one is accepted (COUNT-OUT-OF-RANGE), the next in it is kept.
    if (name === 'maxTransactionsCount') return [name, Math.min(Math.max(Number(value), 0), 100)];
    return [name, NUMBERS.includes(name) ? amountOf(value) : value];
  });
  return Object.fromEntries(kept);
}
