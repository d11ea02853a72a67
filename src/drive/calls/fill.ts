/** Puts values where a case names them: `{clientId}` in a string, and what an earlier call of the case was answered. */
import { isLosslessNumber } from 'lossless-json';
import { type Exchange, jsonOf } from '../../../contracts/src/judge/exchange.ts';

/** clientId, clientSecret; userName and userPassword of the user of the case; fresh, a name that nobody has yet. */
export type ValueName = 'clientId' | 'clientSecret' | 'userName' | 'userPassword' | 'fresh';
export type Values = Readonly<Record<ValueName, string>>;

const PLACE = /\{(clientId|clientSecret|userName|userPassword|fresh)\}/g;

/** Stands for a member of an earlier answer until the call is made. */
class Answered {
  readonly call: number;
  readonly field: string;

  constructor(call: number, field: string) {
    this.call = call;
    this.field = field;
  }
}

/** The field of the answer to the call of the case with this index, typed as its place asks for. */
export function answered<T>(call: number, field: string): T {
  return new Answered(call, field) as T;
}

/** Whether a place names that value. */
export function names(value: unknown, name: ValueName): boolean {
  return JSON.stringify(value)?.includes(`{${name}}`) ?? false;
}

/** A copy of a JSON value with every named place filled. */
export function fill(value: unknown, values: Values, earlier: readonly Exchange[] = []): unknown {
  if (typeof value === 'string') return value.replace(PLACE, (_, name: ValueName) => values[name]);
  if (value instanceof Answered) {
    return (jsonOf(earlier[value.call]?.response.body) as Record<string, unknown> | undefined)?.[value.field];
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, values, earlier));
  // Numbers that keep their digits are values, not objects to walk through.
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part, values, earlier)]));
}
