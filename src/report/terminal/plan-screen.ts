/** What a run changes on its target, in lines for the top of the screen. */
import { textTable } from '../../../contracts/src/base/table.ts';
import { count, wrap } from '../../../contracts/src/base/text.ts';
import type { DryRun } from '../../runner/dry-run.ts';
import type { Created, LeftBehind } from '../../runner/targets/target.ts';
import type { TargetRun } from '../../runner/verdict.ts';
import { withoutCredentials } from '../redaction/redact-text.ts';
import { byReasonText } from './clause-lists.ts';
import type { Look } from './screen.ts';

const LABEL = 13;

/** A line of the top of the screen: a label, and what there is to say. */
export function topLine(label: string, text: string, { width }: Look): string {
  return wrap(text, width, `  ${label.padEnd(LABEL)}`, ' '.repeat(LABEL + 2));
}

export function effectLines({ creates, worlds }: Pick<DryRun, 'creates' | 'worlds'>, look: Look): string[] {
  const created = topLine('creates', `at most ${createdText(creates)}`, look);
  if (worlds === 0) return [created];
  const replaced = `all that the target holds, ${count(worlds, 'time')}, over its control plane, which resets it at the end`;
  return [created, topLine('replaces', replaced, look)];
}

/** The first lines: what the run is against, printed before anything is started or called. */

/** Printed at once, before the target is there. */
export function opening(target: string, { paint }: Look): string {
  return `${paint('strong', `The migration from V1 to Web Form V2, verified against ${target}`)}\n`;
}

/** Printed once the target is there; with what a run changes on a target that outlives it. */
export function addresses(
  { accessUrl, webFormUrl }: { accessUrl: string; webFormUrl: string },
  look: Look,
  plan?: Pick<DryRun, 'creates' | 'worlds'>,
): string {
  return [
    topLine('access API', withoutCredentials(accessUrl), look),
    topLine('Web Form V2', withoutCredentials(webFormUrl), look),
    ...(plan ? effectLines(plan, look) : []),
    '\n',
  ].join('\n');
}

/** The screen of a dry run: where a run would go, what it would send and create there, and what it could not show. */

export function dryRunText(plan: DryRun, look: Look): string {
  const { target, calls, clauses } = plan;
  const { paint } = look;
  const line = ([label, text]: readonly [string, string]) => topLine(label, text, look);
  const all = [...calls.values()].reduce((sum, n) => sum + n, 0);
  const reached = clauses.filter(({ verdict }) => verdict !== 'out of reach').length;
  const rows = [...calls].map(([operation, n]) => [operation, `${n}`]);
  const unreached = byReasonText(clauses, 'out of reach', look);
  return [
    paint('strong', `What a run against ${target.chosenBy} would do; nothing is sent`),
    ...places(target).map(line),
    ...access(target).map(line),
    ...effectLines(plan, look),
    line(['reaches', `at most ${reached} of ${count(clauses.length, 'clause')}`]),
    '',
    paint(
      'strong',
      `${count(all, 'call')} at most${target.controlUrl === undefined ? '' : ', beside those to the control plane'}`,
    ),
    '',
    textTable(rows, (column) => column > 0).replace(/^(?=.)/gm, '  '),
    ...(unreached === '' ? [] : [paint('strong', `Out of reach of ${target.name}`), '', unreached, '']),
    '',
  ].join('\n');
}

function places({ isOwn, accessUrl, webFormUrl, controlUrl }: DryRun['target']): [string, string][] {
  if (isOwn) return [['address', 'loopback; the run starts it and ends it']];
  const urls: [string, string | undefined][] = [
    ['access API', accessUrl],
    ['Web Form V2', webFormUrl],
    ['control', controlUrl],
  ];
  return urls.flatMap(([label, url]) => (url === undefined ? [] : [[label, withoutCredentials(url)]]));
}

function access({ isOwn, mayWrite, missing }: DryRun['target']): [string, string][] {
  if (isOwn) return [];
  const writes = mayWrite ? 'allowed' : 'not allowed: a run needs environment: sandbox and writes: allowed';
  const credentials =
    missing.length === 0 ? 'set' : `missing: set ${missing.join(' and ')} in the environment`;
  return [
    ['writes', writes],
    ['credentials', credentials],
  ];
}

/** What a run created on a target that outlives it, and how to find it there. */

/** Empty for a target that ended with the run. */
export function leftBehindText({ target, leftBehind }: TargetRun, { width, paint }: Look): string {
  if (!leftBehind) return '';
  const title = paint('strong', `Left behind on ${target}`);
  return `${title}\n\n${wrap(sentence(leftBehind), width, '  ')}\n\n`;
}

/** 3 users, 1 rule and 2 web forms. */
export function createdText({ users, rules, payments, webForms }: Created): string {
  const kinds = [
    [users, 'user'],
    [rules, 'rule'],
    [payments, 'payment'],
    [webForms, 'web form'],
  ] as const;
  const parts = kinds.filter(([n]) => n > 0).map(([n, noun]) => count(n, noun));
  return parts.join(', ').replace(/, (?=[^,]*$)/, ' and ') || 'nothing';
}

function sentence(created: LeftBehind): string {
  const { prefix, isPutBack, users } = created;
  if (isPutBack) return 'Nothing: the control plane put the target back to where it started.';
  // Whatever else is created belongs to a user of the run.
  if (users === 0) return 'Nothing: no user was created.';
  return `${createdText(created)}; the users are named ${prefix}-…, and all the rest is theirs. The documentation shows no deletion.`;
}
