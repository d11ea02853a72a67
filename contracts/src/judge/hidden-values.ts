/** Keeps findings from repeating a secret or personal data that an answer repeats in other fields. */
import type { SchemaNode } from '../base/compiled-schema.ts';
import { isNumber } from '../base/json-value.ts';
import {
  isSensitive,
  longestFirst,
  memberSchemas,
  partsOf,
  SECRET_NAME,
  strikeValues,
} from '../base/redact.ts';
import type { Finding } from './clause-check.ts';
import { type Exchange, jsonOf } from './exchange.ts';
import { answerOf, type OperationId, requestSchema } from './operation.ts';

/** Shorter values are not looked for in other places. */
const SHORTEST = 4;
const STRUCK = '[not repeated]';

/**
 * The same findings. Where the answer repeats a hidden value of the exchange, the words are those of `judgeAgain` on an
 * answer without it; an error text that quotes the password is the usual case.
 */
export function withoutHiddenValues(
  operationId: OperationId,
  exchange: Exchange,
  findings: Finding[],
  judgeAgain: (exchange: Exchange) => readonly Finding[],
): Finding[] {
  if (findings.length === 0) return findings;
  const { request, response } = exchange;
  const sent = requestSchema(operationId)?.schema ?? {};
  const came = answerOf(operationId, response)?.schema?.schema ?? {};
  const known = credentials(request);
  const note = (text: string, isHidden: boolean): string => {
    if (isHidden) known.push(text);
    return text;
  };
  walk(jsonOf(request.body), [sent], false, note);
  const body = jsonOf(response.body);
  walk(body, [came], false, note);
  const hidden = longestFirst(known.filter((text) => text.length >= SHORTEST));
  let isStruck = false;
  const strike = (): string => {
    isStruck = true;
    return STRUCK;
  };
  const json = walk(body, [came], false, (text, isHidden) =>
    isHidden ? text : strikeValues(text, hidden, strike),
  );
  if (!isStruck) return findings;
  const again = judgeAgain({
    request,
    response: { status: response.status, headers: response.headers, body: { json } },
  });
  const words = new Map(again.map((finding) => [placeOf(finding), finding.message]));
  return findings.map((finding) => ({
    ...finding,
    message: words.get(placeOf(finding)) ?? 'the value is not as documented',
  }));
}

/** The credentials behind the scheme. */
function credentials({ headers }: Exchange['request']): string[] {
  return Object.entries(headers)
    .filter(([name]) => name.endsWith('authorization'))
    .map(([, value]) => value.replace(/^\w+ +/, ''));
}

/** The same value, each text as `see` returns it; `isHidden` says whether the schemas of its place hide it, or its name where none is. */
function walk(
  value: unknown,
  nodes: readonly SchemaNode[],
  isHidden: boolean,
  see: (text: string, isHidden: boolean) => string,
): unknown {
  const all = partsOf(nodes);
  const hides = isHidden || isSensitive(all);
  if (typeof value === 'string') return see(value, hides);
  if (isNumber(value)) {
    see(String(value), hides);
    return value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = all.flatMap((node) => node.items ?? []);
    return value.map((item) => walk(item, items, hides, see));
  }
  const entries = Object.entries(value).map(([name, part]) => {
    const own = memberSchemas(all, name);
    return [name, walk(part, own, hides || (own.length === 0 && SECRET_NAME.test(name)), see)] as const;
  });
  return Object.fromEntries(entries);
}

function placeOf({ clause, pointer }: Finding): string {
  return `${clause} ${pointer}`;
}
