/** What a run is against and what it changes there: the top of the screen, the screen of a dry run, and what stays behind. */
import { defaultTestData, type TestData, testDataRows } from '../../../contracts/generated/test-data.ts';
import { withoutCredentials } from '../../../contracts/src/base/redact.ts';
import { textTable } from '../../../contracts/src/base/table.ts';
import { andList, count, settingText, wrap } from '../../../contracts/src/base/text.ts';
import type { DryRun } from '../../runner/dry-run.ts';
import type { Created, Target } from '../../runner/targets/target.ts';
import type { TargetRun } from '../../runner/verdict.ts';
import { byReasonText } from './clause-lists.ts';
import type { Look } from './screen.ts';

const LABEL_WIDTH = 13;

interface Effects extends Pick<DryRun, 'calls' | 'reserve' | 'creates' | 'worlds' | 'scenarios'> {
  readonly target: Pick<DryRun['target'], 'controlUrl' | 'waitingTime'>;
}

/** A line at the top of the screen: a label and its text. */
function topLine(label: string, text: string, { width }: Look): string {
  return wrap(text, width, `  ${label.padEnd(LABEL_WIDTH)}`, ' '.repeat(LABEL_WIDTH + 2));
}

function effectLines(plan: Effects, look: Look): string[] {
  const { creates, worlds } = plan;
  const created = topLine('creates', `at most ${createdText(creates)}`, look);
  if (worlds === 0) return [created];
  const waits = waitsText(plan);
  const replaced = `all that the target holds, ${count(worlds, 'time')}, over its control plane, which resets it at the end`;
  return [
    created,
    topLine('replaces', replaced, look),
    ...(waits === undefined ? [] : [topLine('waits', waits, look)]),
  ];
}

/** The least time that a run takes because of waitingTime; undefined where no scenario waits so long. */
function waitsText({ target: { waitingTime }, scenarios }: Effects): string | undefined {
  if (waitingTime === undefined || scenarios === 0) return undefined;
  const seconds = scenarios * waitingTime;
  const time = seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} minutes`;
  return `${time} at least where the control plane has no /deliveries: ${count(scenarios, 'scenario')}, waitingTime ${waitingTime} s`;
}

/** Printed before the target is started or called. */
export function opening(target: string, { paint }: Look): string {
  return `${paint('strong', `The migration from V1 to Web Form V2, verified against ${target}`)}\n`;
}

type Addressed = Pick<Target, 'accessUrl' | 'webFormUrl' | 'sendHttp'>;

/** Printed once the target is ready; with what a run calls and changes on a target that outlives it. */
export function addresses(target: Addressed, look: Look, plan?: Effects): string {
  const { accessUrl, webFormUrl, sendHttp } = target;
  return [
    topLine('access API', withoutCredentials(accessUrl), look),
    topLine('Web Form V2', withoutCredentials(webFormUrl), look),
    ...(sendHttp && !plan ? [topLine('called', 'within this process, not over the network', look)] : []),
    ...(plan ? [topLine('calls', callsText(plan), look), ...effectLines(plan, look)] : []),
    '\n',
  ].join('\n');
}

/** What a check before the run found. */
export function checkedText(check: string, found: string, look: Look, isRight = true): string {
  const text = wrap(
    found,
    look.width,
    `${isRight ? '✓' : '-'} ${check.padEnd(LABEL_WIDTH)}`,
    ' '.repeat(LABEL_WIDTH + 2),
  );
  return `${look.paint('faint', text)}\n`;
}

/** 12 calls at most: createToken 2, createUser 1 … */
function callsText(plan: Effects): string {
  return `${callsAtMost(plan)}: ${[...plan.calls].map(([operation, n]) => `${operation} ${n}`).join(', ')}`;
}

function callsAtMost({ target, calls, reserve }: Effects): string {
  const sum = (of: Effects['calls']) => [...of.values()].reduce((sum, n) => sum + n, 0);
  const further = reserve.size > 0 ? `, up to ${sum(reserve)} more where a full request is refused` : '';
  const beside = target.controlUrl === undefined ? '' : ', beside those to the control plane';
  return `${count(sum(calls), 'call')} at most${further}${beside}`;
}

/** Where a run would go, what it would send and create there, and what is out of its reach. */
export function dryRunText(plan: DryRun, look: Look): string {
  const { target, calls, clauses } = plan;
  const { paint } = look;
  const reached = clauses.filter(({ verdict }) => verdict !== 'out of reach').length;
  const rows = [...calls].map(([operation, n]) => [operation, `${n}`]);
  const unreached = byReasonText(clauses, 'out of reach', look);
  return [
    paint('strong', `What a run against ${target.chosenBy} would do; nothing is sent`),
    ...targetRows(target).map(([label, text]) => topLine(label, text, look)),
    ...effectLines(plan, look),
    topLine('reaches', `at most ${reached} of ${count(clauses.length, 'clause')}`, look),
    '',
    paint('strong', callsAtMost(plan)),
    '',
    textTable(rows, (column) => column > 0).replace(/^(?=.)/gm, '  '),
    ...(target.testData ? testDataLines(target.testData, look) : []),
    ...(unreached === '' ? [] : [paint('strong', `Out of reach of ${target.name}`), '', unreached, '']),
    '',
  ].join('\n');
}

/** What requests hold, by the keys of the test data; of personal values in a target file only how many there are. */
function testDataLines(own: Partial<TestData>, { paint, width }: Look): string[] {
  const lines = testDataRows.map(({ key, personal }) => {
    const { [key]: value } = own;
    const given = personal
      ? `${count([value].flat().length, 'value')} of the target file`
      : settingText(value);
    const text = value === undefined ? `${settingText(defaultTestData[key])} (default)` : given;
    return wrap(text, width, `  ${key.padEnd(LONGEST_KEY)}  `, ' '.repeat(LONGEST_KEY + 4));
  });
  const title = 'Requests hold this test data; set what the target does not take under testData of its file';
  return [paint('strong', title), '', ...lines, ''];
}

const LONGEST_KEY = Math.max(...testDataRows.map(({ key }) => key.length));

function targetRows(target: DryRun['target']): (readonly [label: string, text: string])[] {
  const { isOwn, accessUrl, webFormUrl, controlUrl, mayWrite, missing } = target;
  if (isOwn) return [['address', 'loopback; the run starts it and ends it']];
  const urls = { 'access API': accessUrl, 'Web Form V2': webFormUrl, control: controlUrl };
  const writes = mayWrite ? 'allowed' : 'not allowed: a run needs environment: sandbox and writes: allowed';
  const credentials =
    missing.length === 0 ? 'set' : `missing: set ${missing.join(' and ')} in the environment`;
  const known = Object.entries(urls).flatMap(([label, url]) =>
    url === undefined ? [] : [[label, withoutCredentials(url)] as const],
  );
  return [...known, ['writes', writes], ['credentials', credentials]];
}

/** What a run created on a target that outlives it; '' for a target that ended with the run. */
export function leftBehindText(
  { target, leftBehind }: Pick<TargetRun, 'target' | 'leftBehind'>,
  { width, paint }: Look,
): string {
  if (!leftBehind) return '';
  const { prefix, isPutBack, users } = leftBehind;
  const text = isPutBack
    ? 'Nothing: the control plane put the target back to where it started.'
    : users === 0
      ? 'Nothing: no user was created.'
      : `${createdText(leftBehind)}; the users are named ${prefix}-…, and all the rest is theirs. The documentation shows no deletion.`;
  return `${paint('strong', `Left behind on ${target}`)}\n\n${wrap(text, width, '  ')}\n\n`;
}

/** 3 users, 1 rule and 2 web forms. */
export function createdText({ users, rules, payments, webForms }: Created): string {
  const kinds = { user: users, rule: rules, payment: payments, 'web form': webForms };
  const parts = Object.entries(kinds).flatMap(([noun, n]) => (n > 0 ? [count(n, noun)] : []));
  return andList(parts) || 'nothing';
}
