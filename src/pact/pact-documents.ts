/** Holds a pact against the OpenAPI documents: whatever it asks for that they do not describe is told. */
import * as openapiPactComparator from '@pactflow/openapi-pact-comparator';
import access from '../../contracts/generated/access.json' with { type: 'json' };
import { operations } from '../../contracts/generated/operations.ts';
import webForm from '../../contracts/generated/web-form.json' with { type: 'json' };
import { isObject } from '../../contracts/src/base/json-value.ts';
import { undocumentedFields } from '../../contracts/src/judge/judge.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { Interaction, PactFile } from './pact-file.ts';

const DOCUMENTS = { access, 'web-form': webForm } satisfies Record<
  (typeof operations)[OperationId]['document'],
  object
>;
/** The part of the comparator that is used: its own declarations lead to files that a compiler under nodenext does not find. */
interface Found {
  readonly type: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly mockDetails?: { readonly interactionDescription?: string; readonly location: string };
}
type ComparatorOf = new (options: {
  readonly oas: object;
}) => { compare(pact: object): AsyncIterable<Found> };
const { Comparator } = openapiPactComparator as unknown as { readonly Comparator: ComparatorOf };

/** The messages as answers, since the comparator reads no webhooks: what is asked of a message is asked of its sender. */
const SENDERS = {
  ...access,
  webhooks: undefined,
  paths: Object.fromEntries(
    Object.entries(access.webhooks).map(([event, { post }]) => {
      const { content } = post.requestBody;
      return [`/${event}`, { get: { security: [], responses: { 200: { description: event, content } } } }];
    }),
  ),
};

/** A line for each thing that is not documented, after the description of its interaction. */
export async function undocumentedInPact({ content, interactions }: PactFile): Promise<string[]> {
  const calls = interactions.filter(({ request }) => request !== undefined);
  const messages = interactions.filter(({ request }) => request === undefined).map(asAnswer);
  const lines = [...(await compared(SENDERS, { ...content, messages: undefined, interactions: messages }))];
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    const own = calls.filter((call) => operations[operationOf(call) ?? 'createToken'].document === name);
    lines.push(...(await compared(document, { ...content, interactions: own })));
  }
  return [...lines, ...calls.flatMap(undocumentedInRequest)];
}

async function compared(document: object, pact: object): Promise<string[]> {
  const lines: string[] = [];
  const comparator = new Comparator({ oas: document });
  for await (const { type, message, mockDetails } of comparator.compare(pact)) {
    const { interactionDescription, location = '' } = mockDetails ?? {};
    const place = location.replace(/^\[root\]\.interactions\[\d+\]\.?/, '');
    if (type !== 'info') lines.push(`${interactionDescription}: ${message} (${place})`);
  }
  return lines;
}

/** Requests are open in the documents, so the comparator lets fields pass that nobody documents. */
function undocumentedInRequest(call: Interaction): string[] {
  const operation = operationOf(call);
  if (operation === undefined || !call.request) return [];
  const lines: string[] = [];
  const body = plainBody(call.request.body);
  const exchange = {
    request: { method: call.request.method, url: call.request.path, headers: {}, body: { json: body } },
    response: { status: 0, headers: {} },
  };
  undocumentedFields(operation, exchange, (pointer) => {
    lines.push(`${call.description}: ${pointer} is not documented`);
  });
  return lines;
}

function operationOf({ request }: Interaction): OperationId | undefined {
  const found = Object.entries(operations).find(
    ([, { method, path }]) => method === request?.method.toUpperCase() && path === request.path,
  );
  return found?.[0] as OperationId | undefined;
}

/** Version 4 wraps the body; a form is a text. */
function plainBody(body: unknown): unknown {
  const plain = isObject(body) && 'content' in body && 'contentType' in body ? body['content'] : body;
  return typeof plain === 'string' ? Object.fromEntries(new URLSearchParams(plain)) : plain;
}

function asAnswer({ description, contents }: Interaction): object {
  const body = plainBody(contents);
  const event = isObject(body) ? body['triggerEvent'] : undefined;
  return {
    description,
    request: { method: 'GET', path: `/${event}` },
    response: { status: 200, headers: { 'Content-Type': 'application/json' }, body },
    // Version 4 tells calls and messages apart by it.
    type: 'Synchronous/HTTP',
  };
}
