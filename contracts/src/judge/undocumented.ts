/** Finds the fields of an exchange that the documentation does not list: worth a note, never a violation. */
import { type Exchange, jsonOf } from './exchange.ts';
import { answerKind, type OperationId } from './operation.ts';
import { answerSchema, requestSchema } from './schema-of.ts';
import { undocumentedIn } from './undocumented-in.ts';

/** Calls `seen` with the JSON Pointer, `*` for any index, of every field that is not documented for the operation. */
export function undocumentedFields(
  operationId: OperationId,
  { request, response }: Exchange,
  seen: (pointer: string) => void,
): void {
  undocumentedIn(requestSchema(operationId), '/request/body', jsonOf(request.body), seen);
  const answer = answerSchema(operationId, answerKind(operationId, response.status));
  undocumentedIn(answer, '/response/body', jsonOf(response.body), seen);
}
