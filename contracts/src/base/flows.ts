/** The flows that move from V1 to Web Form V2: their calls in both versions, and the names of their requests. */
import type { operations } from '../../generated/operations.ts';

interface Flow {
  readonly title: string;
  /** The V1 calls in order; the last one gets 451. */
  readonly v1: readonly (keyof typeof operations)[];
  /** The names of the V1 requests and of their field tables in contracts/migration; the first is the name of the flow. */
  readonly requests: readonly string[];
  /** The V2 call that replaces the V1 calls. */
  readonly v2: keyof typeof operations;
  /** The type of the web form. */
  readonly form: string;
  /** Matches the JSON Pointers of the parties in the V2 request; the first group is the same for all fields of one party. */
  readonly parties: RegExp;
}

export const flows = {
  import: {
    title: 'bank connection import',
    v1: ['importBankConnectionV1'],
    requests: ['import'],
    v2: 'createBankConnectionImport',
    form: 'BANK_CONNECTION_IMPORT',
    parties: /^\/(bank)\/id$/,
  },
  payment: {
    title: 'payment',
    v1: ['createMoneyTransferV1', 'submitPaymentV1'],
    requests: ['payment', 'submit'],
    v2: 'createStandalonePayment',
    form: 'STANDALONE_PAYMENT',
    parties: /^\/(sender|orders\/\d+)\/(?:recipient\/)?(?:iban|name)$/,
  },
} as const satisfies Readonly<Record<string, Flow>>;

export type Version = 'V1' | 'V2';
type Flows = typeof flows;
export type FlowKind = keyof Flows;
export type RequestKind = Flows[FlowKind]['requests'][number];
export type FlowOperation = Flows[FlowKind]['v1'][number] | Flows[FlowKind]['v2'];

export const flowKinds = Object.keys(flows) as FlowKind[];
export const requestKinds: readonly RequestKind[] = flowKinds.flatMap((kind) => flows[kind].requests);

/** The flow of each request. */
export const flowOf = Object.fromEntries(
  flowKinds.flatMap((kind) => flows[kind].requests.map((request) => [request, kind])),
) as Readonly<Record<RequestKind, FlowKind>>;

export function ofEachRequest<Of>(make: (kind: RequestKind) => Of): Readonly<Record<RequestKind, Of>> {
  return Object.fromEntries(requestKinds.map((kind) => [kind, make(kind)])) as Record<RequestKind, Of>;
}

interface FlowCall {
  readonly version: Version;
  readonly kind: RequestKind;
}

const ofV1 = flowKinds.flatMap((flow) => {
  const { v1, requests } = flows[flow];
  return v1.map((operation, at) => [operation, { version: 'V1', kind: requests[at] }]);
});
const ofV2 = flowKinds.map((kind) => [flows[kind].v2, { version: 'V2', kind }]);

/** The calls of all flows, V1 calls first. */
export const flowCalls: Readonly<Record<FlowOperation, FlowCall>> = Object.fromEntries([...ofV1, ...ofV2]);
export const flowOperations = Object.keys(flowCalls) as FlowOperation[];
