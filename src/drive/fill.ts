/** Puts the values of a target where a case names them: `{clientId}` in a string becomes the client's id. */

/** clientId, clientSecret; userName and userPassword of the user of the case; fresh, a name that nobody has yet. */
export type ValueName = 'clientId' | 'clientSecret' | 'userName' | 'userPassword' | 'fresh';
export type Values = Readonly<Record<ValueName, string>>;

const PLACE = /\{(clientId|clientSecret|userName|userPassword|fresh)\}/g;

/** A copy of a JSON value with every named place filled. */
export function fill(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return value.replace(PLACE, (_, name: ValueName) => values[name]);
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part, values)]));
}
