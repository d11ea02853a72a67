/** The seam of a fault that decides otherwise: lets pass what is to be refused, or refuses what is allowed. */
import type { DecisionEdit } from '../../contracts/src/contract/fault-row.ts';
import { Refusal } from '../sandbox/refusal.ts';
import type { Decisions, SeamContext, Seams } from '../sandbox/seams.ts';
import { valueAt } from './edit-tree.ts';
import { sentBody } from './sent-body.ts';

export function decisionSeam(id: string, edit: DecisionEdit, of?: readonly string[]): Seams['decide'] {
  return (name, outcome, context) => {
    if (of && !of.includes(context.operationId)) return outcome;
    if ('accept' in edit) return name === edit.accept ? (PASSED[edit.accept] as typeof outcome) : outcome;
    if (name !== edit.refuse || !carries(context, edit.where)) return outcome;
    const refused: Decisions[keyof Decisions] =
      name === 'duplicate' ? true : new Refusal(400, `the fault ${id} refuses it`);
    return refused as typeof outcome;
  };
}

const PASSED = { request: undefined, apiVersion: undefined, duplicate: false };

function carries({ request }: SeamContext, where: string | undefined): boolean {
  return where === undefined || valueAt(sentBody(request), where) !== undefined;
}
