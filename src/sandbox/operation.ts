/** The documented operations, as the sandbox speaks of them. */
import type { operations as access } from '../../contracts/generated/access.ts';
import { operations } from '../../contracts/generated/operations.ts';
import type { operations as webForm } from '../../contracts/generated/web-form.ts';

export type OperationId = keyof typeof operations;

type Documents = access & webForm;

/** The request body of an operation, undefined for one that takes none. */
export type BodyOf<Op extends OperationId> = Documents[Op] extends {
  requestBody?: { content: infer Content };
}
  ? Content[keyof Content]
  : undefined;

/** Whose token the documentation names for an operation. */
export type TokenOf<Op extends OperationId> = (typeof operations)[Op]['token'];

/** Whether a refusal of the operation is written as the V1 error envelope (V1-REFUSAL-BODY). */
export function speaksV1(operationId: OperationId): boolean {
  return operations[operationId].path.startsWith('/api/v1/');
}
