/** Every operation of the control plane and what it does to the sandbox. */
import { readJson } from '../../../contracts/src/contract/exact-json.ts';
import type { Answer } from '../answer.ts';
import type { Body } from '../body.ts';
import { type Clock, ClockError, webFormTime } from '../clock.ts';
import type { controlOperations } from '../generated/control-operations.ts';
import type { operations } from '../generated/control-types.ts';
import { Refusal } from '../refusal.ts';
import type { RequestLog } from '../request-log.ts';
import type { Settings } from '../settings.ts';
import { type State, settle } from '../state.ts';
import type { World } from '../world.ts';
import { readWorld, WorldError } from './read-world.ts';

export type ControlId = keyof typeof controlOperations;

export interface Controlled {
  readonly state: State;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: RequestLog;
  /** The world that the sandbox was started with. */
  readonly start: World;
}

type ControlBody<Id extends ControlId> = operations[Id] extends { requestBody?: { content: infer Content } }
  ? Content[keyof Content]
  : undefined;

export interface ControlCall<Id extends ControlId = ControlId> {
  readonly body: ControlBody<Id>;
  readonly sent: Body;
  /** What stands in the path where the document says {id}. */
  readonly id: string;
}

type Outcome = Answer | Refusal;
type ControlHandler<Id extends ControlId> = (
  call: ControlCall<Id>,
  controlled: Controlled,
) => Outcome | Promise<Outcome>;

const DONE: Answer = { status: 204 };

/** Batch updates, deliveries and faults are filled by later parts. */
const later = (): Refusal => new Refusal(501, 'this part of the control plane is filled by a later part');

export const controlHandlers: { readonly [Id in ControlId]: ControlHandler<Id> } = {
  reset: (_, { state, settings, clock, log, start }) => {
    settle(state, start, settings);
    clock.reset();
    log.clear();
    return DONE;
  },
  replaceWorld: ({ sent }, { state, settings }) => {
    try {
      settle(state, readWorld(sent), settings);
      return DONE;
    } catch (error) {
      if (error instanceof WorldError) return new Refusal(400, error.message);
      throw error;
    }
  },
  changeClientConfiguration: ({ body }, { state }) => {
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
  advanceClock: ({ body }, { clock }) => {
    try {
      clock.advance(body.advance);
    } catch (error) {
      if (error instanceof ClockError) return new Refusal(400, error.message);
      throw error;
    }
    return { status: 200, body: { now: new Date(clock.now()).toISOString() } };
  },
  runBatchUpdate: later,
  listDeliveries: later,
  chooseFaults: later,
};

function exact(text: string): unknown {
  return readJson(text, { keepSource: true }).exact;
}
