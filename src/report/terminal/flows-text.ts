/** The flows of both versions, call by call, and what the mapping did to their fields. */
import { operations } from '../../../contracts/generated/operations.ts';
import { count } from '../../../contracts/src/base/text.ts';
import { type FieldResult, isBlocking } from '../../../contracts/src/migration/mapping-engine.ts';
import { table } from '../../../contracts/src/migration/mapping-table.ts';
import { callName } from '../../base/call-text.ts';
import { wrap } from '../../base/words.ts';
import type { FlowPair } from '../../runner/verdict.ts';
import { fieldLines } from '../field-table.ts';
import type { Look } from './screen.ts';

/** The calls of both versions of each flow, and whether they came to what is documented; empty when no flow ran. */
export function flowsText(flows: readonly FlowPair[], { paint, width }: Look): string {
  if (flows.length === 0) return '';
  const blocks = flows.map(({ flow, v1, v2 }) => {
    const calls = [...v1, ...v2].map((call) => {
      const { isDue, text } = flowAnswer(call);
      const line = wrap(`${callName(call.operation)}: ${text}`, width, isDue ? '    ✓ ' : '    ✗ ');
      return paint(isDue ? 'good' : 'bad', line);
    });
    const none = v2.length === 0 ? [paint('bad', '    ✗ Web Form V2 is not called')] : [];
    return [`  ${flow} in V1, then in V2`, ...calls, ...none].join('\n');
  });
  return [paint('strong', 'Flows'), ...blocks, ''].join('\n\n');
}

/** The values are those of published examples, so they are shown. Empty when no flow ran. */
export function mappingText(flows: readonly FlowPair[], { paint, width }: Look): string {
  if (flows.length === 0) return '';
  const tables = flows.map((pair) => {
    const lines = fieldLines(pair.fields, true, width - 2).map((line, at) => {
      const field = pair.fields[at];
      if (!field || !losesSomething(field)) return line;
      return paint(isBlocking(field) ? 'bad' : 'unsure', line);
    });
    const title = paint('faint', `${pair.flow}: ${carriedText(pair)}`);
    return [title, ...lines].map((line) => line.replace(/^/gm, '  ')).join('\n');
  });
  const { ofSubmit, ofAnswers } = lostByDesign();
  const names = ofSubmit.map(({ from }) => from).join(' and ');
  const design = `By design V2 has no counterpart of ${names} of the V1 submit, nor of ${count(ofAnswers.length, 'field')} of the V1 responses; reports/migration.md names them.`;
  return [paint('strong', 'Mapping'), ...tables, paint('faint', wrap(design, width, '  ')), ''].join('\n\n');
}

/** What no V1 create or import request shows: the loss that comes with the flow itself. */
export function lostByDesign() {
  const ofSubmit = table.submit.filter(({ to }) => to === null);
  return { ofSubmit, ofAnswers: table.answers.filter(({ to }) => to === null) };
}

/** Whether no field of a flow needs a look. */
export function isCarried({ fields }: FlowPair): boolean {
  return !fields.some(losesSomething);
}

/** How many fields there are, and how many of them do not come over whole. */
export function carriedText({ fields }: FlowPair): string {
  const lost = fields.filter(losesSomething).length;
  return `${count(fields.length, 'field')}, ${lost === 0 ? 'nothing lost' : `${lost} not carried whole`}`;
}

function losesSomething(field: FieldResult): boolean {
  return isBlocking(field) || field.loss !== 'nothing';
}

/** What a call of a flow got: `451 + location`, or `expected 451 + location, got 500`. */
export function flowAnswer({ operation, status, address }: FlowPair['v1'][number]) {
  const { answers } = operations[operation];
  const due = '451' in answers ? '451 + location' : '201' in answers ? '201 + url' : '2xx';
  const got = `${status ?? 'no response'}${address ? ` + ${address}` : ''}`;
  const isDue = due === '2xx' ? Math.floor((status ?? 0) / 100) === 2 : got === due;
  const [dueStatus, dueAddress] = due.split(' + ');
  const seen = got === dueStatus && dueAddress ? `${got} without ${dueAddress}` : got;
  return { isDue, text: isDue ? got : `expected ${due}, got ${seen}` };
}
