/** Which keys of the test data of a target may let a refused request pass: what a hint names, whether the target states them or not. */
import targetSchema from '../../contracts/generated/target-file.schema.json' with { type: 'json' };
import { testDataRows } from '../../contracts/generated/test-data.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { isThere } from './test-data.ts';

/** Fields of orders and imports that a provider may require. */
const REQUIRABLE = targetSchema.properties.testData.properties.requires.items.enum;
/** Steps that a refusal writes before the field that it is about, or in any sentence. */
const SAYS_LITTLE = ['*', 'params', 'value'];
const LISTS = ['orders', 'moneyTransfers'];

/**
 * The keys whose fields the refusal names; `requires` where it names a field that the body lacks, `excludes` where it names
 * several. A refusal that names none leads to all that an import or a payment holds, and to nothing for a rule or a user:
 * that may be a limit.
 */
export function hintedKeys(body: unknown, refusal: string): string[] {
  const sent = testDataRows.flatMap(({ key, fills = [] }) => {
    const places = fills.map((place) => place.slice(1).split('/')).filter((steps) => isThere(body, steps));
    const names = places.flatMap((steps) => (steps.length === 1 ? steps : steps.filter(saysMuch)));
    return places.length === 0 ? [] : [{ key, names, isNamed: names.some((name) => isIn(refusal, name)) }];
  });
  const isForm = sent.some(({ key }) => key === 'banks' || key === 'mostOrders');
  const named = sent.filter(({ isNamed }) => isNamed).map(({ key }) => key);
  if (!isForm) return refusal === '' ? sent.map(({ key }) => key) : named;
  const ofKeys = sent.flatMap(({ names }) => names);
  const others = REQUIRABLE.filter((name) => !ofKeys.includes(name) && isIn(refusal, name));
  const lacking = others.filter((name) => !hasField(body, name));
  const isOneTooMany = named.length + others.length - lacking.length > 1;
  const found = [
    ...named,
    ...(lacking.length > 0 ? ['requires'] : []),
    ...(isOneTooMany ? ['excludes'] : []),
  ];
  return found.length > 0 ? found : [...sent.map(({ key }) => key), 'requires', 'excludes'];
}

function saysMuch(step: string): boolean {
  return !SAYS_LITTLE.includes(step) && !LISTS.includes(step);
}

/** Whether a refusal names a field: executionDate, execution date, accounts for accountIds; not orders of `orders[0].purpose`. */
function isIn(refusal: string, field: string): boolean {
  const words = field.replace(/Ids?$|s$/, '').replace(/(?=[A-Z])/g, '[ _-]?');
  return new RegExp(`\\b${words}([ _-]?ids?|s)?\\b(?!\\[|\\.\\d)`, 'i').test(refusal);
}

function hasField(value: unknown, name: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasField(item, name));
  return isObject(value) && (name in value || Object.values(value).some((part) => hasField(part, name)));
}
