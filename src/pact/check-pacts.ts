/** Checks pacts against the documents, which must describe all they ask for, and then against a target. */
import * as openapiPactComparator from '@pactflow/openapi-pact-comparator';
import access from '../../contracts/generated/access.json' with { type: 'json' };
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import webForm from '../../contracts/generated/web-form.json' with { type: 'json' };
import { InputError } from '../../contracts/src/base/errors.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { count } from '../../contracts/src/base/text.ts';
import { undocumentedFields } from '../../contracts/src/judge/judge.ts';
import { undocumentedInMessage } from '../../contracts/src/judge/judge-message.ts';
import { startSandboxTarget } from '../runner/targets/sandbox-target.ts';
import { startTarget } from '../runner/targets/start-target.ts';
import { Unproven } from '../runner/unproven.ts';
import { type Interaction, type PactFile, readPact } from './pact-file.ts';
import { operationOf, type Provider, providerOf } from './pact-provider.ts';
import { verifyPact } from './verify-pact.ts';

export interface PactReport {
  readonly lines: readonly string[];
  readonly verdict: 'upheld' | 'violated' | 'unproven' | 'out of reach';
}

/**
 * `target` is mock, sandbox, or the path of a target file; when a pact asks for what is not documented, nothing is
 * sent. Throws InputError for a file that is no pact or no target, and for a target that does not answer.
 */
export async function checkPacts(
  paths: readonly string[],
  target: { readonly chosenBy: string; readonly path: string },
): Promise<PactReport[]> {
  const pacts = paths.map(readPact);
  const undocumented = (await Promise.all(pacts.map(undocumentedReport))).flat();
  if (undocumented.length > 0) return undocumented;
  const { chosenBy, path } = target;
  // Pact's verifier calls the addresses of the target, and verify's own sandbox listens on none.
  const started = await (chosenBy === 'sandbox' ? startSandboxTarget() : startTarget(chosenBy, path));
  let provider: Provider | undefined;
  try {
    provider = await providerOf(started.target);
    const reports: PactReport[] = [];
    for (const pact of pacts) reports.push(await verifiedReport(pact, provider));
    return reports;
  } catch (error) {
    throw error instanceof Unproven ? new InputError(error.message) : error;
  } finally {
    // A target that no longer answers was reported already.
    await provider?.control.reset().catch(() => {});
    await started.stop();
  }
}

/** 1 when anything is violated, 2 when something could not be judged, else 0. */
export function exitCodeOf(reports: readonly Pick<PactReport, 'verdict'>[]): 0 | 1 | 2 {
  if (reports.some(({ verdict }) => verdict === 'violated')) return 1;
  return reports.some(({ verdict }) => verdict === 'unproven') ? 2 : 0;
}

async function undocumentedReport(pact: PactFile): Promise<PactReport[]> {
  const undocumented = await undocumentedInPact(pact);
  if (undocumented.length === 0) return [];
  const lines = undocumented.map((line) => `  violated: ${line}`);
  return [{ verdict: 'violated', lines: [`${nameOf(pact)}: asks for what is not documented`, ...lines] }];
}

async function verifiedReport(pact: PactFile, provider: Provider): Promise<PactReport> {
  const name = nameOf(pact);
  const isOfMessages = pact.interactions.every(({ request }) => request === undefined);
  if (isOfMessages && !provider.messaging) {
    const reason = provider.target.lacks.messages ?? 'the target sends no messages';
    return { verdict: 'out of reach', lines: [`${name}: out of reach (${reason})`] };
  }
  const { verdicts, notes, unproven } = await verifyPact(pact, provider);
  const failed = verdicts.filter(({ verdict }) => verdict !== 'upheld');
  const all = count(verdicts.length, 'interaction');
  const lines = [
    `${name}: ${verdicts.length - failed.length} of ${all} upheld by ${provider.target.name}`,
    ...failed.map(({ verdict, description }) => `  ${verdict}: ${description}`),
    ...[...notes, ...unproven].map((note) => `  ${note}`),
  ];
  const isUnproven = unproven.length > 0 || verdicts.length < pact.interactions.length;
  if (failed.some(({ verdict }) => verdict === 'violated')) return { verdict: 'violated', lines };
  return { verdict: isUnproven ? 'unproven' : 'upheld', lines };
}

function nameOf({ consumer, provider }: PactFile): string {
  return `${consumer} → ${provider}`;
}

/** The part of the comparator that is used: the compiler does not find the files that its own declarations refer to. */
const { Comparator } = openapiPactComparator as unknown as {
  readonly Comparator: new (options: { oas: object }) => { compare(pact: object): AsyncIterable<Found> };
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
  const { method, path: url, body } = request;
  const exchange = {
    request: { method, url, headers: {}, body: { json: plainBody(body) } },
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
