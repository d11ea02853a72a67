/** What a run is against and what it changes there: the top of the screen, the screen of a dry run, and what stays behind. */
import { defaultTestData, type TestData, testDataRows } from '../../../contracts/generated/test-data.ts';
import { count } from '../../../contracts/src/base/text.ts';
import { callName, withoutCredentials } from '../../base/call-text.ts';
import { andList, settingText, wrap } from '../../base/words.ts';
import { clausesOfMessages } from '../../runner/listen-run.ts';
import type { Plan } from '../../runner/plan.ts';
import type { Target } from '../../runner/session/session.ts';
import { createdBy, totalOf } from '../../runner/session/traces.ts';
import type { TargetDescription } from '../../runner/targets/target.ts';
import { mayWrite, missingCredentials } from '../../runner/targets/target-file.ts';
import type { TargetRun } from '../../runner/verdict.ts';
import { byReasonText } from './clause-lists.ts';
import { type Look, type Rows, rowLines, spanText } from './screen.ts';

type Effects = Pick<Plan, 'calls' | 'most' | 'worlds' | 'scenarios'>;
type Described = Pick<TargetDescription, 'hasControl' | 'file'>;
function effects(target: Described, plan: Effects): Rows {
  const { calls, most, worlds, scenarios } = plan;
  const { waitingTime = 0 } = target.file ?? {};
  const seconds = worlds > 0 ? scenarios * waitingTime : 0;
  const [planned, all] = [totalOf(calls), totalOf(most)];
  const beside = target.hasControl ? ', not counting those to the control plane' : '';
  const each = [...calls].map((pair) => pair.join(' ')).join(', ');
  return {
    calls: `${count(planned, 'call')}${beside}: ${each}`,
    creates: `up to ${createdText(createdBy(calls))}`,
    'at most':
      all > planned &&
      `${count(all, 'call')}, ${createdText(createdBy(most))}: after an error response, further calls find out why; a call that is sent again after a 429 counts once`,
    replaces:
      worlds > 0 &&
      `all that the target holds, ${count(worlds, 'time')}, over its control plane, which resets it at the end`,
    waits:
      seconds > 0 &&
      `${spanText(seconds)} at least where the control plane has no /deliveries: ${count(scenarios, 'scenario')}, waitingTime ${waitingTime} s`,
  };
}

/** Printed before the target is started or called. */
export function opening(target: string, { paint }: Look): string {
  return `${paint('strong', `Verifying ${target}`)}\n`;
}

type Addressed = Described & Pick<Target, 'accessUrl' | 'webFormUrl' | 'sendHttp'>;

/** Printed once the target is ready; with what a run calls and changes on a target that outlives it. */
export function addresses(target: Addressed, look: Look, plan?: Effects): string {
  const rows = {
    ...urlsOf(target),
    called: target.sendHttp && !plan && 'within this process, not over the network',
    ...(plan && effects(target, plan)),
  };
  return [...rowLines(rows, look), '\n'].join('\n');
}

function urlsOf({ accessUrl, webFormUrl }: Pick<Target, 'accessUrl' | 'webFormUrl'>): Rows {
  return {
    'access API': withoutCredentials(accessUrl),
    'Web Form V2': withoutCredentials(webFormUrl),
  };
}

/** The line of a check before the run. */
export function checkedText(check: string, found: string, look: Look, isRight = true): string {
  const label = `${isRight ? '✓' : '-'} ${check.padEnd(13)}`;
  return `${look.paint('faint', wrap(found, look.width, label))}\n`;
}

/** How long a call usually takes, in milliseconds. */
const USUAL = 100;

/** How long the calls take; `rate` is in calls a second. */
function timeText(plan: Effects, rate: number | undefined): string {
  const planned = totalOf(plan.calls);
  const usual = `${spanText((planned * USUAL) / 1000)} at ${USUAL} ms per call`;
  return rate === undefined ? usual : `${usual}, ${spanText(planned / rate)} at --rate ${rate}/s`;
}

/** Which URLs a run would call, what it would create, and what is out of reach; `unusable` is what no run could use. */
export function dryRunText(
  target: TargetDescription,
  plan: Plan,
  { look, rate, unusable }: { look: Look; rate?: number | undefined; unusable: readonly string[] },
): string {
  const { paint } = look;
  const unreached = byReasonText(plan.clauses, 'out of reach', look);
  const rows = {
    ...targetRows(target),
    unusable: unusable.length > 0 && unusable.join('; '),
    ...effects(target, plan),
    takes: !target.isOwn && timeText(plan, rate),
    reaches: reachText(target, plan),
  };
  return [
    paint('strong', `What a run against ${target.chosenBy} would do; nothing is sent`),
    ...rowLines(rows, look),
    '',
    ...(target.isOwn ? [] : testDataLines(target.testData, look)),
    ...(unreached === '' ? [] : [paint('strong', `Out of reach of ${target.name}`), '', unreached, '']),
    '',
  ].join('\n');
}

/** How many clauses the run can judge. Without a control plane, messages that the provider sends of itself show more. */
function reachText({ hasControl, isOwn }: TargetDescription, { clauses }: Plan): string {
  const beyond = clauses.filter(({ verdict }) => verdict === 'out of reach');
  const text = `at most ${clauses.length - beyond.length} of ${count(clauses.length, 'clause')}`;
  if (hasControl || isOwn || beyond.length === 0) return text;
  const ofMessages = clausesOfMessages();
  const heard = beyond.filter(({ clause }) => ofMessages.has(clause)).length;
  const more = heard > 0 ? `, and up to ${heard} more by messages that come during --listen` : '';
  return `${text}${more}; the rest needs a control plane`;
}

/** What requests hold, by the keys of the test data; of personal values in a target file only how many there are. */
function testDataLines(own: TestData, look: Look): string[] {
  const rows = testDataRows.map(({ key, personal }) => {
    const { [key]: value } = own;
    const given = personal
      ? `${count([value].flat().length, 'value')} of the target file`
      : settingText(value);
    return [key, value === defaultTestData[key] ? `${settingText(value)} (default)` : given];
  });
  const columns = Math.max(...testDataRows.map(({ key }) => key.length)) + 2;
  const title = 'Requests hold this test data; set what the target does not take under testData of its file';
  return [look.paint('strong', title), '', ...rowLines(Object.fromEntries(rows), look, columns), ''];
}

function targetRows({ file, listens, ...urls }: TargetDescription): Rows {
  if (!file) return { URL: 'loopback; the run starts it and ends it' };
  const missing = missingCredentials(file, listens !== undefined);
  return {
    ...urlsOf(urls),
    control: file.controlUrl && withoutCredentials(file.controlUrl),
    writes: mayWrite(file) ? 'allowed' : 'not allowed: a run needs environment: sandbox and writes: allowed',
    credentials: missing.length === 0 ? 'set' : `missing: set ${missing.join(' and ')} in the environment`,
  };
}

/** What a run created on a target that outlives it; '' for a target that ended with the run. */
export function leftBehindText(
  { target, leftBehind }: Pick<TargetRun, 'target' | 'leftBehind'>,
  { width, paint }: Look,
): string {
  if (!leftBehind) return '';
  const text = wrap(leftBehindSentence(leftBehind), width, '  ');
  return `${paint('strong', `Left behind on ${target}`)}\n\n${text}\n\n`;
}

export function leftBehindSentence(left: NonNullable<TargetRun['leftBehind']>): string {
  const { prefix, isPutBack, users, sentTwice = [] } = left;
  const names = sentTwice.map(callName).join(', ');
  const twice = `Sent twice, since the connection was closed without a response, and perhaps created twice: ${names}.`;
  const created = isPutBack
    ? 'Nothing: the control plane put the target back to where it started.'
    : users === 0
      ? 'Nothing: no user was created.'
      : `${createdText(left)}, all of users named ${prefix}-…; the API has no documented way to delete them.`;
  return sentTwice.length > 0 ? `${created} ${twice}` : created;
}

/** 3 users, 1 rule and 2 web forms. */
function createdText({ users, rules, payments, webForms }: ReturnType<typeof createdBy>): string {
  const kinds = { user: users, rule: rules, payment: payments, 'web form': webForms };
  const parts = Object.entries(kinds).flatMap(([noun, n]) => (n > 0 ? [count(n, noun)] : []));
  return andList(parts) || 'nothing';
}
