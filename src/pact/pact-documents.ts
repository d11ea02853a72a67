/** Compares a pact with the OpenAPI documents: what it asks for and they do not describe. */
import * as openapiPactComparator from '@pactflow/openapi-pact-comparator';
import access from '../../contracts/generated/access.json' with { type: 'json' };
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import webForm from '../../contracts/generated/web-form.json' with { type: 'json' };
import { isObject } from '../../contracts/src/base/json-value.ts';
import { undocumentedFields } from '../../contracts/src/judge/judge.ts';
import { undocumentedInMessage } from '../../contracts/src/judge/judge-message.ts';
import { operationOf } from './forwarded-call.ts';
import type { Interaction, PactFile } from './pact-file.ts';

/** The part of the comparator that is used: the compiler does not find the files that its own declarations refer to. */
const { Comparator } = openapiPactComparator as unknown as {
  readonly Comparator: new (options: {
    readonly oas: object;
  }) => { compare(pact: object): AsyncIterable<Found> };
};
interface Found {
  readonly type: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly mockDetails?: { readonly interactionDescription?: string; readonly location: string };
}

/** A line for each thing that is not documented, after the description of its interaction. */
export async function undocumentedInPact({ content, interactions }: PactFile): Promise<string[]> {
  const calls = interactions.filter(({ request }) => request !== undefined);
  const isOfWebForms = ({ request }: Interaction) =>
    operations[operationOf(request) ?? 'createToken'].document === 'web-form';
  const pactOf = (own: readonly Interaction[]) => ({ ...content, messages: undefined, interactions: own });
  return [
    ...(await compared(access, pactOf(calls.filter((call) => !isOfWebForms(call))))),
    ...(await compared(webForm, pactOf(calls.filter(isOfWebForms)))),
    ...interactions.flatMap((one) =>
      one.request ? undocumentedInRequest(one) : undocumentedInContents(one),
    ),
  ];
}

async function compared(document: object, pact: object): Promise<string[]> {
  const lines: string[] = [];
  for await (const { type, message, mockDetails } of new Comparator({ oas: document }).compare(pact)) {
    const { interactionDescription, location = '' } = mockDetails ?? {};
    const place = location.replace(/^\[root\]\.interactions\[\d+\]\.?/, '');
    if (type !== 'info') lines.push(`${interactionDescription}: ${message} (${place})`);
  }
  return lines;
}

/** Requests are open in the documents, so the comparator accepts fields that are not documented. */
function undocumentedInRequest({ description, request }: Interaction): string[] {
  const operation = operationOf(request);
  if (operation === undefined || !request) return [];
  const lines: string[] = [];
  const exchange = {
    request: {
      method: request.method,
      url: request.path,
      headers: {},
      body: { json: plainBody(request.body) },
    },
    response: { status: 0, headers: {} },
  };
  undocumentedFields(operation, exchange, (pointer) => {
    lines.push(`${description}: ${pointer} is not documented`);
  });
  return lines;
}

/** Version 4 wraps the body; a form is a text. */
function plainBody(body: unknown): unknown {
  const plain = isObject(body) && 'content' in body && 'contentType' in body ? body['content'] : body;
  return typeof plain === 'string' ? Object.fromEntries(new URLSearchParams(plain)) : plain;
}

/** The comparator reads no webhooks. */
function undocumentedInContents({ description, contents }: Interaction): string[] {
  const message = plainBody(contents);
  const event = triggerEvents.find((name) => isObject(message) && message['triggerEvent'] === name);
  if (event === undefined) return [`${description}: it is of no documented trigger event`];
  const lines: string[] = [];
  undocumentedInMessage(event, message, (pointer) => {
    lines.push(`${description}: ${pointer} is not documented`);
  });
  return lines;
}
