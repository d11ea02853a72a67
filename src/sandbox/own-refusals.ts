/** Error responses of a team's own: by reason a status, and a template of the body with placeholders in its texts. */
import { isObject } from '../../contracts/src/base/json-value.ts';
import { nearest } from '../../contracts/src/base/text.ts';

/** Why the sandbox refuses a call. docs/test-your-code.md says what each means. */
const refusalReasons = [
  'token',
  'tokenKind',
  'credentials',
  'request',
  'userExists',
  'duplicate',
  'apiVersion',
  'unknownIds',
  'unknownPayment',
  'unknownCall',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

interface OwnRefusal {
  /** 400 to 599. */
  readonly status?: number;
  readonly body?: unknown;
}

export type OwnRefusals = { readonly [Reason in RefusalReason]?: OwnRefusal };

/** What stands for a placeholder such as {message}. */
export interface RefusalFacts {
  /** What is wrong, in the words of the sandbox. */
  readonly message: string;
  /** Method and path. */
  readonly endpoint: string;
  readonly requestId: string;
  /** German time, as in the V1 envelope. */
  readonly date: string;
}

const PLACEHOLDERS: readonly string[] = [
  'message',
  'endpoint',
  'requestId',
  'date',
] satisfies (keyof RefusalFacts)[];
const PLACEHOLDER = /\{(\w+)\}/g;

/** The template with its placeholders filled. */
export function filled(template: unknown, facts: RefusalFacts): unknown {
  if (typeof template === 'string')
    return template.replace(PLACEHOLDER, (_, name) => facts[name as keyof RefusalFacts]);
  if (Array.isArray(template)) return template.map((part) => filled(part, facts));
  if (!isObject(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([name, part]) => [name, filled(part, facts)]));
}

/** What is wrong with reasons and templates of a target file: each with its place, without a full stop. */
export function refusalProblems(refusals: unknown): string[] {
  if (!isObject(refusals)) return [];
  const reasons: readonly string[] = refusalReasons;
  return Object.entries(refusals).flatMap(([reason, own]) => {
    const place = `sandbox.refusals.${reason}`;
    if (!reasons.includes(reason)) return `${place} is not a reason${orMeant(reason, reasons)}`;
    return templateProblems(isObject(own) ? own['body'] : undefined, `${place}.body`);
  });
}

function templateProblems(template: unknown, place: string): string[] {
  if (Array.isArray(template))
    return template.flatMap((part, at) => templateProblems(part, `${place}[${at}]`));
  if (isObject(template))
    return Object.entries(template).flatMap(([name, part]) => templateProblems(part, `${place}.${name}`));
  if (typeof template !== 'string') return [];
  return [...template.matchAll(PLACEHOLDER)].flatMap(([text, name = '']) =>
    PLACEHOLDERS.includes(name) ? [] : `${place} names ${text}${orMeant(name, PLACEHOLDERS, '{', '}')}`,
  );
}

/** The name that was meant, or all there are. */
function orMeant(name: string, names: readonly string[], before = '', after = ''): string {
  const meant = nearest(name, names);
  const all = names.map((each) => before + each + after).join(', ');
  return meant === undefined ? `; there is ${all}` : `; did you mean ${before}${meant}${after}?`;
}
