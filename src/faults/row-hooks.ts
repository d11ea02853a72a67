/** The seam of a fault that changes answers before they leave: status, headers, body. */
import type {
  AnswerEdit,
  DecisionEdit,
  FaultRow,
  Place,
  SeamName,
  TreeEdit,
} from '../../contracts/src/base/fault-row.ts';
import type { RuleMatch } from '../sandbox/batch-update/user-update.ts';
import type { Decisions, FaultHooks, HookContext } from '../sandbox/fault-hooks.ts';
import { type Answer, Refusal } from '../sandbox/operations/request-and-answer.ts';
import type { Rule } from '../sandbox/rules.ts';
import { editTree, valueAt, valuesAt } from './edit-tree.ts';
import type { FaultySeams } from './fault.ts';
import { callFunctions } from './functions/call-functions.ts';
import { messageFunctions } from './functions/message-functions.ts';
import { sentBody } from './functions/token-functions.ts';
import { readRules } from './functions/update-functions.ts';
import { variantFunctions } from './functions/variant-functions.ts';

export function answerSeam({ of, on, edit }: FaultRow): FaultHooks['answer'] {
  const memory = new Map<Place, unknown>();
  return (answer, { operationId }) => {
    const isTaken =
      (of === undefined || of.includes(operationId)) && isRefusal(answer) === (on === 'refusal');
    return isTaken ? edited(answer, edit as AnswerEdit | TreeEdit, memory) : answer;
  };
}

/** Refusals are all but the successes and the 451 that hands out a web form. */
function isRefusal({ status }: Answer): boolean {
  return status > 299 && status !== 451;
}

function edited(answer: Answer, edit: AnswerEdit | TreeEdit, memory: Map<Place, unknown>): Answer {
  if ('status' in edit) return { ...answer, status: edit.status };
  if (!('header' in edit)) {
    const body = editTree(answer.body, edit, memory);
    return body === answer.body ? answer : { ...answer, body };
  }
  const { [edit.header]: _, ...headers } = answer.headers ?? {};
  const value = edit.from === undefined ? edit.to : valueAt(answer.body, edit.from);
  return { ...answer, headers: value === undefined ? headers : { ...headers, [edit.header]: String(value) } };
}

/** The seam of a fault that decides otherwise: lets pass what is to be refused, or refuses what is allowed. */

export function decisionSeam(id: string, edit: DecisionEdit, of?: readonly string[]): FaultHooks['decide'] {
  const decision = 'accept' in edit ? edit.accept : edit.refuse;
  return (name, outcome, context) => {
    if (name !== decision || !isAbout(context, edit, of)) return outcome;
    if ('accept' in edit) return PASSED[edit.accept] as typeof outcome;
    const refused: Decisions[keyof Decisions] =
      name === 'duplicate' ? true : new Refusal(400, `the fault ${id} refuses it`);
    return refused as typeof outcome;
  };
}

const PASSED = { request: undefined, apiVersion: undefined, duplicate: false };

function isAbout(
  { operationId, request }: HookContext,
  { where, like, without }: DecisionEdit,
  of: readonly string[] | undefined,
): boolean {
  const body = sentBody(request);
  const names = [operationId, valueAt(body, '/triggerEvent')];
  if (of !== undefined && !of.some((one) => names.includes(one))) return false;
  if (without !== undefined && valueAt(body, without) !== undefined) return false;
  if (where === undefined) return true;
  const values = valuesAt(body, where);
  if (like === undefined) return values.length > 0;
  const pattern = new RegExp(like);
  return values.some((value) => typeof value !== 'object' && pattern.test(String(value)));
}

/** Holds what a function does to the operations and trigger events that its row names. */

type Taking = Pick<FaultRow, 'id' | 'of'>;

/** Throws RangeError where a row names something and a seam of its function knows of none. */
export function onlyOf(row: Taking, seams: FaultySeams): FaultySeams {
  if (row.of === undefined) return seams;
  const { decide, answer, ruleMatches, plainMessage, message, clock, ...others } = seams;
  const heeding = decide ?? answer ?? ruleMatches ?? plainMessage ?? message;
  // A clock is everybody's: one that is read beside the others is no matter, one that is changed alone is.
  const [name] = Object.keys(heeding ? others : { ...others, clock });
  if (name !== undefined)
    throw new RangeError(`${row.id} names what it takes hold of, and its seam ${name} cannot heed that`);
  return {
    ...seams,
    ...(decide && {
      decide: (name, outcome, context) => {
        const changed = decide(name, outcome, context);
        return isOf(row, context.operationId) ? changed : outcome;
      },
    }),
    ...(answer && {
      answer: (given, context) => {
        const changed = answer(given, context);
        return isOf(row, context.operationId) ? changed : given;
      },
    }),
    ...(ruleMatches && {
      ruleMatches: (counted, rule, subject) =>
        isOf(row, rule.triggerEvent) ? ruleMatches(counted, rule, subject) : counted,
    }),
    ...(plainMessage && {
      plainMessage: (plain, match) => (isOf(row, plain.triggerEvent) ? plainMessage(plain, match) : plain),
    }),
    ...(message && {
      message: (sent, plain, match) => (isOf(row, sent.triggerEvent) ? message(sent, plain, match) : sent),
    }),
  };
}

export function isOf({ of }: Pick<FaultRow, 'of'>, name: string): boolean {
  return of === undefined || (of as readonly string[]).includes(name);
}

/** The faults that no edit can say, by the names that rows of the catalogue call them by. */

/** Each makes seams of its own for a sandbox. */
export const functions: Readonly<Record<string, () => FaultySeams>> = {
  ...callFunctions,
  ...messageFunctions,
  ...variantFunctions,
};

/** Makes a row of the catalogue into the seams that carry it out. */

type Compiled = Exclude<SeamName, 'mapping' | 'clock'>;

/** Throws RangeError for a row whose seam is none of the sandbox, or whose function is unknown or cannot heed its `of`. */
export function rowSeams(row: FaultRow): FaultySeams {
  const { edit, seam } = row;
  if ('function' in edit) {
    const made = functions[edit.function];
    if (made === undefined) throw new RangeError(`${row.id} names the unknown function ${edit.function}`);
    return onlyOf(row, made());
  }
  if (seam === 'mapping' || seam === 'clock')
    throw new RangeError(`${row.id} takes hold of no seam of the sandbox`);
  return SEAMS_OF[seam](row);
}

const SEAMS_OF: Readonly<Record<Compiled, (row: FaultRow) => FaultySeams>> = {
  answer: (row) => ({ answer: answerSeam(row) }),
  decision: (row) => ({ decide: decisionSeam(row.id, row.edit as DecisionEdit, row.of) }),
  rule: (row) => {
    const edit = editing(row);
    return readRules((rule) => (isOf(row, rule.triggerEvent) ? (edit(rule) as Rule) : rule));
  },
  match: (row) => {
    const edit = editing(row);
    return {
      matches: (matches) => {
        const taken = matches.filter(({ rule }) => isOf(row, rule.triggerEvent));
        const edited = edit(taken) as readonly RuleMatch[];
        return edited === taken ? matches : [...matches.filter((match) => !taken.includes(match)), ...edited];
      },
    };
  },
  message: (row) => {
    const edit = editing(row);
    return {
      plainMessage: (message) =>
        isOf(row, message.triggerEvent) ? (edit(message) as typeof message) : message,
    };
  },
  'encrypted message': (row) => {
    const edit = editing(row);
    return {
      message: (message) => (isOf(row, message.triggerEvent) ? (edit(message) as typeof message) : message),
    };
  },
  delivery: (row) => {
    const edit = editing(row);
    return {
      posts: (post) => (isOf(row, post.match.rule.triggerEvent) ? (edit([post]) as (typeof post)[]) : [post]),
    };
  },
};

/** The edit with a memory of its own. */
function editing(row: FaultRow): (tree: unknown) => unknown {
  const memory = new Map<Place, unknown>();
  return (tree) => editTree(tree, row.edit as TreeEdit, memory);
}
