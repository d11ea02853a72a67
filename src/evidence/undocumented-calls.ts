/** Counts undocumented calls by pattern, and finds those that open or poll V1 web forms. */
import { member } from '../../contracts/src/base/json-value.ts';
import { pathOf } from '../../contracts/src/judge/operation.ts';
import type { CallEvidence } from '../../contracts/src/recordings/read-evidence.ts';
import { foldedPath, hostOf } from '../base/call-text.ts';

/** Calls by method, host and path with ids folded; `forms` of them got a V1 web form. */
export type UndocumentedCalls = Record<string, { calls: number; forms: number }>;

/** The most names and patterns that are counted: field names may be ids, new in each record. */
const MOST_NAMES = 1000;

export function addUndocumented(counts: UndocumentedCalls, { request, record }: CallEvidence): void {
  const { method, url } = request;
  const pattern = `${method} ${hostOf(url) ?? ''}${foldedPath(pathOf(url))}`;
  const response = member(record, 'response');
  const isForm =
    Number(member(response, 'status')) === 451 &&
    JSON.stringify(member(response, 'body'))?.includes('WEB_FORM_REQUIRED') === true;
  const known = counts[pattern];
  if (known === undefined && Object.keys(counts).length >= MOST_NAMES) return;
  counts[pattern] = { calls: (known?.calls ?? 0) + 1, forms: (known?.forms ?? 0) + (isForm ? 1 : 0) };
}

/** Counts a name; new names over the limit are not counted. */
export function countName(counts: Record<string, number>, name: string, times = 1): void {
  const known = counts[name];
  if (known === undefined && Object.keys(counts).length >= MOST_NAMES) return;
  counts[name] = (known ?? 0) + times;
}

/** V1 endpoints have the path prefix /api/v1 (Versioning 1). */
const POLL = /^GET .*\/api\/v1\/(.*\/)?[^/]*form[^/]*\/\{id\}(\/|$)/i;

/** Sorts calls that open V1 web forms first, then those that poll them, then by count. */
export function undocumentedRows(counts: UndocumentedCalls) {
  const rows = Object.entries(counts).map(([pattern, { calls, forms }]) => {
    const polls = POLL.test(pattern) ? ('polls V1 web forms' as const) : null;
    return { pattern, calls, role: forms > 0 ? ('opens V1 web forms' as const) : polls };
  });
  const rank = (role: (typeof rows)[number]['role']) =>
    [null, 'polls V1 web forms', 'opens V1 web forms'].indexOf(role);
  return rows.sort(
    (a, b) => rank(b.role) - rank(a.role) || b.calls - a.calls || (a.pattern < b.pattern ? -1 : 1),
  );
}

/** An empty record without prototype: a name from outside such as `__proto__` is an ordinary name in it. */
export function byName<Value>(): Record<string, Value> {
  return Object.create(null);
}
