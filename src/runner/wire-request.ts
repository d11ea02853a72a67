/** Writes the request of a call as its target reads it. */

import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { operations } from '../../contracts/generated/operations.ts';
import type { TargetSettings } from '../../contracts/generated/settings.ts';
import { versionedUrl, versionSelection } from '../../contracts/src/base/api-version.ts';
import { asBasic } from '../../contracts/src/base/basic-credentials.ts';
import { readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import { isNumber, isObject, member } from '../../contracts/src/base/json-value.ts';
import type { Body, Request } from '../../contracts/src/judge/exchange.ts';
import type { CaseCall } from './call.ts';
import type { TargetDescription } from './targets/target.ts';

const THRESHOLDS = ['balanceThreshold', 'absoluteAmountThreshold'];
const BOOLEANS = ['waitForCategorization', 'includeChildCategories'];
const VALUES = [...THRESHOLDS, 'maxTransactionsCount', ...BOOLEANS];

/**
 * The params of a rule as the target reads them, native or as strings (PARAMS-FORM, BIG-DECIMAL-FORM). Only values of
 * the documented type change: an invalid value that a case sends stays as it is.
 */
export function writtenParams(
  body: unknown,
  { paramsForm, bigDecimalForm }: Pick<TargetSettings, 'paramsForm' | 'bigDecimalForm'>,
): unknown {
  const params = member(body, 'params');
  const asText = paramsForm === 'strings' ? VALUES : bigDecimalForm === 'string' ? THRESHOLDS : [];
  if (!isObject(params) || asText.length === 0) return body;
  const writtenBody = Object.entries(params).map(([name, value]) => {
    const isOfType = BOOLEANS.includes(name) ? typeof value === 'boolean' : isNumber(value);
    return [name, asText.includes(name) && isOfType ? String(value) : value];
  });
  return { ...(body as object), params: Object.fromEntries(writtenBody) };
}

interface WireRequest {
  /** The request for the judge: its body is a value, whatever the encoding. */
  readonly request: Request;
  /** The body as it is sent. */
  readonly text?: string;
}

/** What of a target decides how a call is written. */
type Wired = Pick<TargetDescription, 'accessUrl' | 'webFormUrl' | 'takesPreferences'> & {
  readonly settings: TargetSettings;
};

type Encoding = TargetSettings['tokenEncoding'] | 'none';

/**
 * The request of a call, by the settings of the target where the documentation shows nothing. `json` is the body with
 * every place filled; `token` is that of the caller.
 */
export function wireRequest(
  target: Wired,
  call: CaseCall,
  json: unknown,
  token: string | undefined,
): WireRequest {
  const { method, path, encoding: documented } = operations[call.when];
  const { authorizationHeader, authorizationScheme, tokenEncoding } = target.settings;
  const encoding: Encoding = call.when === 'createToken' ? tokenEncoding : documented;
  const sent = call.when === 'createNotificationRule' ? writtenParams(json, target.settings) : json;
  const body = sent === undefined ? undefined : written(sent, encoding);
  const prefer = target.takesPreferences ? preference(call) : '';
  const selector = call.api && target.settings.apiVersionSelectors[call.api];
  const version = selector === undefined ? undefined : versionSelection(selector);
  const headers = {
    accept: 'application/json',
    ...(token !== undefined && { [authorizationHeader]: `${authorizationScheme} ${token}` }),
    ...(encoding === 'json' && { 'content-type': 'application/json' }),
    ...(/^(form|basic)$/.test(encoding) && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(body?.authorization !== undefined && { authorization: body.authorization }),
    ...(prefer !== '' && { prefer }),
    ...(version?.header && { [version.header.name.toLowerCase()]: version.header.value }),
  };
  const selected = version && versionedUrl(version, target.settings.accessPrefix);
  const inQuery = encoding === 'query' && body ? `?${body.text}` : '';
  const prefix = selected?.prefix ?? prefixOf(target, call);
  const url = `${baseOf(target, call)}${prefix}${path}${selected?.query ?? ''}${inQuery}`;
  const request = { method, url, headers, ...(body && { body: body.read }) };
  return { request, ...(body && inQuery === '' && { text: body.text }) };
}

export function baseOf({ accessUrl, webFormUrl }: Wired, { when }: CaseCall): string {
  return operations[when].document === 'access' ? accessUrl : webFormUrl;
}

/** Documented V1 paths include their prefix, and web forms have none. */
function prefixOf({ settings }: Wired, { when }: CaseCall): string {
  const { document, path } = operations[when];
  if (when === 'createToken' && settings.tokenPrefix !== 'same') return settings.tokenPrefix;
  return document === 'access' && !path.startsWith('/api/') ? settings.accessPrefix : '';
}

/** Asks a mock for the documented response, and for the example named like that of the request. */
function preference({ send, then, when }: CaseCall): string {
  const examplesOf: Record<string, object> = examples.answers[when];
  const name = typeof send === 'object' && 'example' in send ? send.example : '';
  const code = typeof then === 'number' ? [`code=${then}`] : [];
  return [...code, ...(name in (examplesOf[String(then)] ?? {}) ? [`example=${name}`] : [])].join(', ');
}

/** The text on the wire and the body as it is read; a LosslessNumber is written digit for digit. */
function written(json: unknown, encoding: Encoding): { text: string; read: Body; authorization?: string } {
  if (encoding === 'json' || encoding === 'none') {
    const text = writeJson(json);
    return { text, read: { json: readJson(text) } };
  }
  const all = json as Record<string, string>;
  const { fields, ...header } = encoding === 'basic' ? asBasic(all) : { fields: all };
  return { text: new URLSearchParams(fields).toString(), read: { json }, ...header };
}
