/** The screen of a dry run: where a run would go, what it would send and create there, and what it could not show. */
import { count } from '../../../contracts/src/contract/show.ts';
import { columns } from '../../../contracts/src/migration/field-table.ts';
import type { DryRun } from '../../drive/dry-run.ts';
import { withoutCredentials } from '../redaction/redact-text.ts';
import { byReasonText } from './by-reason.ts';
import { effectLines, topLine } from './effects.ts';
import type { Look } from './look.ts';

export function dryRunText(plan: DryRun, look: Look): string {
  const { target, calls, clauses } = plan;
  const { paint } = look;
  const line = ([label, text]: readonly [string, string]) => topLine(label, text, look);
  const all = [...calls.values()].reduce((sum, n) => sum + n, 0);
  const reached = clauses.filter(({ verdict }) => verdict !== 'out of reach').length;
  const rows = [...calls].map(([operation, n]) => [operation, String(n).padStart(5)]);
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
    columns(rows).replace(/^(?=.)/gm, '  '),
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
