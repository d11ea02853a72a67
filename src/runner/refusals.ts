/** Error responses: whether one was expected, what it says, and which key of the target file may help. */

import { isDeepStrictEqual } from 'node:util';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { operations } from '../../contracts/generated/operations.ts';
import targetSchema from '../../contracts/generated/target-file.schema.json' with { type: 'json' };
import { defaultTestData, type TestData, testDataRows } from '../../contracts/generated/test-data.ts';
import { findingText } from '../../contracts/src/base/finding.ts';
import { isObject, member, partsIn, textsIn } from '../../contracts/src/base/json-value.ts';
import { striking } from '../../contracts/src/base/known-values.ts';
import type { OpenFact } from '../../contracts/src/base/ledgers.ts';
import { isError } from '../../contracts/src/base/status.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import { type Body, type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import {
  documentedStatus,
  isSuccess,
  type OperationId,
  operationOf,
  responseClass,
} from '../../contracts/src/judge/operation.ts';
import { callName } from '../base/call-text.ts';
import { settingText } from '../base/words.ts';
import { type CaseCall, documentedOutcome } from './call.ts';
import type { TargetDescription } from './targets/target.ts';
import { isThere, withOthersFirst } from './test-data.ts';

type CallOutcome = 'as stated' | 'refused' | 'accepted' | 'neither';

/**
 * Whether the response is what the call should bring about. A success with another number is a success, and so is one of a V1
 * flow that needs no web form (V1-IMPORT-WITHOUT-FORM).
 */
export function outcomeOf(
  { when, then }: Pick<CaseCall, 'when' | 'then'>,
  response: Exchange['response'],
): CallOutcome {
  const { status } = documentedStatus(when, response);
  const found = responseClass(when, status);
  if (then === 'refused') {
    if (found === 'success') return 'accepted';
    return found === 'error' ? 'as stated' : 'neither';
  }
  const isTaken = then === status || ((then === '2XX' || then === 451) && found === 'success');
  if (isTaken) return 'as stated';
  return found === 'error' ? 'refused' : 'neither';
}

/** What came instead of the outcome: 4xx or 5xx is expected, and 201 found, with the words of an error response. */
export function unexpectedStatus({ when, then }: CaseCall, exchange: Exchange) {
  const { status } = exchange.response;
  const due = then === 'refused' ? '4xx or 5xx' : then === '2XX' ? '2xx' : `${then}`;
  const words = then === 'refused' ? '' : quotedRefusal(exchange);
  const why = then === 451 && isSuccess(when, status) ? ': it needs no web form' : words;
  return { kind: 'status', pointer: '/response/status', expected: due, found: `${status}${why}` } as const;
}

/** The call and its unexpected status, as a reason. */
export function outcomeText(call: CaseCall, exchange: Exchange): string {
  return `${callName(call.when)}: ${findingText(unexpectedStatus(call, exchange))}`;
}

/** Why a V1 flow that needs no web form shows nothing of one, and what may need one; undefined for any other call. */
export function whyNoForm(target: TargetDescription, call: CaseCall, exchange: Exchange): string | undefined {
  const { status } = documentedStatus(call.when, exchange.response);
  if (call.then !== 451 || !isSuccess(call.when, status) || status === 451) return undefined;
  const key = call.when === 'importBankConnectionV1' ? 'banks' : 'senderIbans';
  return outcomeText(call, exchange) + (target.isOwn ? '' : testDataHint([key], target.testData));
}

/** The words of a refusal in quotes, after a colon; '' where there are none. */
export function quotedRefusal(exchange: Exchange): string {
  const words = isError(exchange.response.status) ? refusalWords(exchange) : '';
  return words === '' ? '' : `: "${words}"`;
}

/** The statuses of a path that is not there. */
export const NOT_THERE: readonly number[] = [404, 405, 501];

/** The fields in which providers say why they refuse. */
const WORDS = ['message', 'detail', 'title', 'error_description', 'error', 'code'];
const LONGEST = 200;
/** How much of an error response is read. */
const LONGEST_READ = 20 * LONGEST;

/** The words of an error response, or the title of a page, on one line of at most 200 characters, without texts of the call. */
export function refusalWords(exchange: Exchange): string {
  return cut(allWords(exchange), LONGEST);
}

function allWords({ request, response }: Exchange): string {
  const found = new Set(wordsIn(response.body));
  const strike = striking(textsIn([jsonOf(request.body), Object.values(request.headers)]), '…');
  const words = cut([...found].join('; '), LONGEST_READ);
  return strike(oneLine(words)).trim();
}

/** A copy: a slice would keep the whole text in memory. */
function cut(text: string, longest: number): string {
  return text.length > longest ? Buffer.from(`${text.slice(0, longest - 1)}…`).toString() : text;
}

function wordsIn(body: Body | undefined): string[] {
  const title = body && 'text' in body ? /<title>([^<]*)/i.exec(body.text)?.[1] : undefined;
  const fields = [...partsIn(jsonOf(body))].flatMap(({ value }) => WORDS.map((name) => member(value, name)));
  return [title, ...fields].filter((field) => typeof field === 'string');
}

type TestDataKey = keyof TestData;
const SCHEMAS = targetSchema.properties.testData.properties;
/** Fields of orders and imports that a provider may require. */
const REQUIRABLE = SCHEMAS.requires.items.enum;
/** Steps that a refusal writes before the field that it is about, or in any sentence. */
const SAYS_LITTLE = ['*', 'params', 'value', 'orders', 'moneyTransfers'];

/** The keys of test data that may let a request pass. */
interface HelpfulKeys {
  readonly keys: readonly TestDataKey[];
  /** Whether the refusal names their fields; else they are all that the request draws from. */
  readonly isNamed: boolean;
  /** The fields that the body lacks and the refusal names. */
  readonly lacking?: readonly string[];
}

/**
 * The keys whose fields the refusal names; `requires` where it names a field that the body lacks, `excludes` where it names
 * several. Where it names none, all that the body draws from, and for an import or a payment what may be missing or one
 * too many.
 */
export function helpfulKeys(body: unknown, refusal: string): HelpfulKeys {
  const sent = testDataRows.flatMap(({ key, fills = [] }) => {
    const places = fills.map((place) => place.slice(1).split('/')).filter((steps) => isThere(body, steps));
    const names = places.flatMap((steps) =>
      steps.length === 1 ? steps : steps.filter((step) => !SAYS_LITTLE.includes(step)),
    );
    return places.length === 0 ? [] : [{ key, names }];
  });
  const isForm = sent.some(({ key }) => key === 'banks' || key === 'mostOrders');
  const named = sent.filter(({ names }) => names.some((name) => isIn(refusal, name))).map(({ key }) => key);
  const ofKeys = sent.flatMap(({ names }) => names);
  const others = REQUIRABLE.filter((name) => isForm && !ofKeys.includes(name) && isIn(refusal, name));
  const fields = [...partsIn(body)].flatMap(({ value }) => (isObject(value) ? Object.keys(value) : []));
  const lacking = others.filter((name) => !fields.includes(name));
  const isOneTooMany = isForm && named.length + others.length - lacking.length > 1;
  const keys: TestDataKey[] = [
    ...named,
    ...(lacking.length > 0 ? (['requires'] as const) : []),
    ...(isOneTooMany ? (['excludes'] as const) : []),
  ];
  if (keys.length > 0) return { keys, isNamed: true, lacking };
  const all = sent.map(({ key }) => key);
  return { keys: isForm ? [...all, 'requires', 'excludes'] : all, isNamed: false };
}

/** Returns no key if the response names only a conflict: the request is a repeated one. */
function keysFor({ request, response }: Exchange, refusal: string): HelpfulKeys {
  // A path names no field: /api/v1/payments/moneyTransfers is not there.
  const { pathname } = new URL(request.url, 'http://relative');
  const found = helpfulKeys(jsonOf(request.body), refusal.replaceAll(pathname, ''));
  return response.status === 409 && !found.isNamed ? { ...found, keys: [] } : found;
}

/** Whether a refusal names a field: executionDate, execution date, accounts for accountIds; not orders of `orders[0].purpose`. */
function isIn(refusal: string, field: string): boolean {
  const words = field.replace(/Ids?$|s$/, '').replace(/(?=[A-Z])/g, '[ _-]?');
  return new RegExp(`\\b${words}([ _-]?ids?|s)?\\b(?!\\[|\\.\\d)`, 'i').test(refusal);
}

/** The keys of test data that may let it pass and that the target does not state as its own, in whatever order. */
export function keysToState({ testData, isOwn }: TargetDescription, exchange: Exchange): TestDataKey[] {
  if (isOwn) return [];
  const { keys } = keysFor(exchange, allWords(exchange));
  const itemsOf = (data: TestData, key: TestDataKey) =>
    [data[key]]
      .flat()
      .map((item) => JSON.stringify(item))
      .sort();
  return keys.filter((key) => isDeepStrictEqual(itemsOf(testData, key), itemsOf(defaultTestData, key)));
}

/**
 * The test data of a target with other values first, for a case whose last error response may be of the values, or whose V1
 * flow needed no web form; undefined where no other values help.
 */
export function otherTestData(
  target: TargetDescription,
  exchanges: readonly Exchange[],
): TestData | undefined {
  const last = exchanges.findLastIndex(({ request, response: { status } }) => {
    const operation = operationOf(request);
    if (operation === undefined || status === documentedOutcome(operation)) return false;
    const found = responseClass(operation, status);
    return found === 'error' || (found === 'success' && documentedOutcome(operation) === 451);
  });
  const refused = exchanges[last];
  if (!refused) return undefined;
  const { keys, isNamed } = keysFor(refused, allWords(refused));
  if (!isNamed && [401, 403, ...NOT_THERE].includes(refused.response.status)) return undefined;
  // A submission draws none: it may be refused for what its payment drew.
  const earlier = exchanges
    .slice(0, last)
    .flatMap(({ request }) => helpfulKeys(jsonOf(request.body), '').keys);
  return withOthersFirst(target, keys.length > 0 ? keys : earlier);
}

/** What came instead of the outcome, and what of the target file may let it pass. */
export function refusedText(
  target: TargetDescription,
  call: CaseCall,
  exchange: Exchange,
  among?: readonly string[],
): string {
  return outcomeText(call, exchange) + hintOf(target, call.when, exchange, among);
}

/** The keys of the target file that may let a refused call pass, with a semicolon before them; `among` limits the test data. */
export function hintOf(
  target: TargetDescription,
  when: OperationId,
  exchange: Exchange,
  among?: readonly string[],
): string {
  const { isOwn, settings, testData } = target;
  // A target that the run starts itself takes the test data that comes with it.
  if (isOwn) return '';
  const { status } = exchange.response;
  if (status === 401 && when !== 'createToken')
    return settingsHint({}, 'authorizationHeader', 'authorizationScheme');
  const refusal = allWords(exchange);
  const { keys, isNamed, lacking = [] } = keysFor(exchange, refusal);
  const isRule = when === 'createNotificationRule';
  if (status === 404 && isRule && !isNamed) return selectorsHint(settings.accessPrefix);
  if (NOT_THERE.includes(status) && !isNamed) return urlHint(target, when);
  if (status === 403 && !isNamed) return '';
  if (settings.paramsForm === 'native' && !isNamed && mayReadTexts(when, exchange))
    return settingsHint({}, 'paramsForm');
  // A refusal of a rule or a user that names none of its fields may be a limit.
  const mayBeLimit = !isNamed && refusal !== '' && (isRule || when === 'createUser');
  if (isRule && mayBeLimit && !among && /\brules\b/i.test(refusal))
    return testDataHint(['mostRules'], testData);
  if (status === 409 && !isNamed && !among) return '; the provider refuses a repeated request';
  const shown = keys.filter((key) => !mayBeLimit && (among?.includes(key) ?? true));
  return shown.length > 0 ? testDataHint(shown, testData, lacking) : '';
}

/** Text for a target file: the fields that are missing, else the examples of its schema, after the fields that it lists. */
function testDataHint(
  keys: readonly TestDataKey[],
  testData: TestData,
  lacking: readonly string[] = [],
): string {
  const lines = keys.map((key) => {
    if (key !== 'requires' && key !== 'excludes')
      return `${key}: ${JSON.stringify(SCHEMAS[key].examples[0])}`;
    const further = key === 'requires' && lacking.length > 0 ? lacking : SCHEMAS[key].examples[0];
    const all = new Set([...testData[key], ...(further ?? [])].map((each) => JSON.stringify(each)));
    return `${key}: [${[...all].join(',')}]`;
  });
  const yaml = `testData: { ${lines.join(', ')} }`;
  return `; see testData.${keys.join(', ')} of the target, as in ${yaml}`;
}

/** Whether the refusal of a rule may be about a number or boolean in its params, which a provider may take as texts alone. */
export function mayReadTexts(when: OperationId | undefined, exchange: Exchange): boolean {
  const params = member(jsonOf(exchange.request.body), 'params');
  if (when !== 'createNotificationRule' || !isError(exchange.response.status) || !isObject(params))
    return false;
  const refusal = refusalWords(exchange);
  const native = Object.keys(params).filter((name) => typeof params[name] !== 'string');
  return (
    native.some((name) => isIn(refusal, name)) || (native.length > 0 && /\b(string|text)s?\b/i.test(refusal))
  );
}

const FACTS = openFacts.facts as OpenFact[];

/** Other values of settings than these, to be pasted into a target file; those of `fitting` as they are there. */
export function settingsYaml(
  settings: Readonly<Record<string, unknown>>,
  fitting: Readonly<Record<string, unknown>> = {},
): string {
  const lines = Object.entries(settings).map(([setting, value]) => {
    const { example, default: assumed } = FACTS.find((fact) => fact.setting === setting) ?? {};
    const other = settingText(value) === settingText(example) ? assumed : example;
    return `${setting}: ${settingText(fitting[setting] ?? other)}`;
  });
  return `settings: { ${lines.join(', ')} }`;
}

/** A path that selects a version is whole: the prefix of the access endpoints is in it. */
function selectorsHint(accessPrefix: string): string {
  const example = FACTS.find(({ setting }) => setting === 'apiVersionSelectors')?.example;
  const paths = Object.entries(example ?? {}).map(([version, path]) => [version, accessPrefix + path]);
  return settingsHint({ apiVersionSelectors: Object.fromEntries(paths) }, 'apiVersionSelectors');
}

/** Which URL to check when a path is not found. V1 paths lack the prefix of the access endpoints. */
function urlHint({ accessUrl }: TargetDescription, when: OperationId): string {
  const { document, path } = operations[when];
  if (document !== 'access') return '; check webFormUrl';
  if (!path.startsWith('/api/')) return '';
  const { pathname } = new URL(accessUrl);
  if (pathname === '/') return '; check accessUrl';
  const hint = settingsHint({ accessPrefix: pathname }, 'accessPrefix');
  return `${hint}, and accessUrl without this path: V1 calls do not have it`;
}

function settingsHint(fitting: Readonly<Record<string, unknown>>, ...names: readonly string[]): string {
  const yaml = settingsYaml(Object.fromEntries(names.map((name) => [name, undefined])), fitting);
  return `; see settings.${names.join(', ')} of the target, as in ${yaml}`;
}
