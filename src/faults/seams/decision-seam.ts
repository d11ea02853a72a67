/** The seam of a fault that decides otherwise: lets pass what is to be refused, or refuses what is allowed. */
import type { DecisionEdit } from '../../../contracts/src/contract/fault-row.ts';
import { Refusal } from '../../sandbox/refusal.ts';
import type { Decisions, SeamContext, Seams } from '../../sandbox/seams.ts';
import { sentBody } from '../functions/sent-body.ts';
import { valueAt, valuesAt } from './edit-tree.ts';

export function decisionSeam(id: string, edit: DecisionEdit, of?: readonly string[]): Seams['decide'] {
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
  { operationId, request }: SeamContext,
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
