/** Makes a row of the catalogue into the seams that carry it out. */
import type {
  DecisionEdit,
  FaultRow,
  Place,
  SeamName,
  TreeEdit,
} from '../../../contracts/src/contract/fault-row.ts';
import type { RuleMatch } from '../../sandbox/batch-update/rule-match.ts';
import type { Rule } from '../../sandbox/rule.ts';
import type { FaultySeams } from '../fault.ts';
import { readRules } from '../functions/read-rules.ts';
import { functions } from '../functions.ts';
import { answerSeam } from './answer-seam.ts';
import { decisionSeam } from './decision-seam.ts';
import { editTree } from './edit-tree.ts';
import { isOf, onlyOf } from './only-of.ts';

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
