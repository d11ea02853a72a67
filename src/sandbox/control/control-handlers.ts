/** Every operation of the control plane and what it does to the sandbox. */
import { readJson } from '../../../contracts/src/contract/exact-json.ts';
import type { Answer } from '../answer.ts';
import type { BatchUpdates } from '../batch-update/batch-updates.ts';
import { UpdateError } from '../batch-update/update-error.ts';
import type { BatchUpdate } from '../batch-update/user-update.ts';
import type { Body } from '../body.ts';
import { type Clock, ClockError, webFormTime } from '../clock.ts';
import type { FaultSwitch } from '../fault-switch.ts';
import type { controlOperations } from '../generated/control-operations.ts';
import type { operations } from '../generated/control-types.ts';
import { Refusal } from '../refusal.ts';
import type { RequestLog } from '../request-log.ts';
import type { Settings } from '../settings.ts';
import { type State, settle } from '../state.ts';
import type { World } from '../world.ts';
import { readWorld, WorldError } from './read-world.ts';
import { refusedCallback } from './refused-callback.ts';

export type ControlId = keyof typeof controlOperations;

export interface Controlled {
  readonly state: State;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: RequestLog;
  /** The world that the sandbox was started with. */
  readonly start: World;
  /** Absent where there is nothing to choose. */
  readonly faults?: FaultSwitch;
  batchUpdates(): Promise<BatchUpdates>;
  /** Undefined while nobody has asked for them: then there is nothing to forget and nothing that waits. */
  startedUpdates(): Promise<BatchUpdates> | undefined;
}

type ControlBody<Id extends ControlId> = operations[Id] extends { requestBody?: { content: infer Content } }
  ? Content[keyof Content]
  : undefined;

export interface ControlCall<Id extends ControlId = ControlId> {
  readonly body: ControlBody<Id>;
  readonly sent: Body;
  /** What stands in the path where the document says {id}. */
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

type Outcome = Answer | Refusal;
type ControlHandler<Id extends ControlId> = (
  call: ControlCall<Id>,
  controlled: Controlled,
) => Outcome | Promise<Outcome>;

const DONE: Answer = { status: 204 };
const NO_FAULTS = new Refusal(501, 'this sandbox was made without a catalogue of faults');

export const controlHandlers: { readonly [Id in ControlId]: ControlHandler<Id> } = {
  reset: async (_, { state, settings, clock, log, start, startedUpdates }) => {
    const updates = await startedUpdates();
    settle(state, start, settings);
    updates?.clear();
    clock.reset();
    log.clear();
    return DONE;
  },
  replaceWorld: async ({ sent }, { state, settings, startedUpdates }) => {
    const world = said(() => readWorld(sent));
    if (world instanceof Refusal) return world;
    const updates = await startedUpdates();
    settle(state, world, settings);
    updates?.clear();
    return DONE;
  },
  changeClientConfiguration: ({ body }, { state }) => {
    const refused = refusedCallback(body);
    if (refused !== undefined) return new Refusal(400, refused);
    Object.assign(state.client, body);
    return { status: 200, body: state.client };
  },
  listRequests: (_, { log }) => ({ status: 200, body: log.list() }),
  getStoredWebForm: ({ id }, { state }) => {
    const form = state.webForms.get(id);
    if (form === undefined)
      return new Refusal(404, 'no web form has this id, or it was dropped to make room');
    const { content, submission, createdAt, expiresAt, ...rest } = form;
    return {
      status: 200,
      body: {
        ...rest,
        createdAt: webFormTime(createdAt),
        expiresAt: webFormTime(expiresAt),
        content: exact(content),
        ...(submission !== undefined && { submission: exact(submission) }),
      },
    };
  },
  advanceClock: async ({ body }, { clock, startedUpdates }) => {
    const refusal = said(() => clock.advance(body.advance));
    if (refusal) return refusal;
    (await startedUpdates())?.release();
    return { status: 200, body: { now: new Date(clock.now()).toISOString() } };
  },
  runBatchUpdate: async ({ sent }, { batchUpdates }) => {
    const updates = await batchUpdates();
    const done = said(() => updates.run(sent.exact as BatchUpdate));
    return done instanceof Refusal ? done : { status: 202, body: done };
  },
  listDeliveries: async ({ query }, { batchUpdates }) => {
    const { settled = 'false', ...unknown } = query;
    if (!['true', 'false'].includes(settled)) return new Refusal(400, 'settled is neither true nor false');
    const [name] = Object.keys(unknown);
    if (name !== undefined)
      return new Refusal(400, `the query has the unknown parameter ${JSON.stringify(name)}`);
    return { status: 200, body: await (await batchUpdates()).deliveries({ settled: settled === 'true' }) };
  },
  listFaults: (_, { faults }) => (faults ? { status: 200, body: faults.chosen() } : NO_FAULTS),
  chooseFaults: async ({ body }, { faults }) => {
    if (!faults) return NO_FAULTS;
    const problem = await faults.choose(body);
    return problem === undefined ? DONE : new Refusal(400, problem);
  },
};

/** What comes of it, or what its error says of the body. */
function said<Result>(call: () => Result): Result | Refusal {
  try {
    return call();
  } catch (error) {
    const isSaid = [WorldError, UpdateError, ClockError].some((known) => error instanceof known);
    if (isSaid) return new Refusal(400, (error as Error).message);
    throw error;
  }
}

function exact(text: string): unknown {
  return readJson(text, { keepSource: true }).exact;
}
