/** The control plane of a target, as far as cases and scenarios use it; openapi/control.yaml describes it. */

import { jsonIn, writeJson } from '../../contracts/src/base/exact-json.ts';
import { member, type WithDecimals } from '../../contracts/src/base/json-value.ts';
import { is2xx } from '../../contracts/src/base/status.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import { only } from '../base/errors.ts';
import type { components } from '../sandbox/generated/control-types.ts';
import { NOT_THERE } from './refusals.ts';
import { type Sender, sentResponse } from './sender.ts';
import { OutOfReach, Unproven } from './unproven.ts';

/** Numbers may be ones that a float cannot keep. */
export type World = WithDecimals<components['schemas']['World']>;
export type BatchUpdate = WithDecimals<components['schemas']['BatchUpdate']>;
export type ClientSetUp = components['schemas']['Client'];
type Delivery = components['schemas']['Delivery'];

/** Numbers are sent and read digit for digit. */
export interface Control {
  /** Lets an ISO 8601 duration pass on the clock of the target. */
  advance(duration: string): Promise<void>;
  /** The time on the clock of the target, in epoch milliseconds. */
  now(): Promise<number>;
  /** The request body of the web form with this id. */
  storedForm(id: string): Promise<unknown>;
  /** Restores the world that the target was started with. */
  reset(): Promise<void>;
  replaceWorld(world: World): Promise<void>;
  /** Changes the fields that are there. */
  changeClient(client: ClientSetUp): Promise<void>;
  runBatchUpdate(update: BatchUpdate): Promise<void>;
  /** What became of every message of this world, once none is on its way any more. */
  settledDeliveries(): Promise<readonly Delivery[]>;
}

const NOT_ALLOWED = [401, 403];
const SPEAKS = 'controlUrl is called without credentials, as openapi/control.yaml describes';

/** What the control plane was asked to do is refused: a 4xx that is about neither the operation nor who calls. */
export class ControlRefusal extends Unproven {}

/** `restoring` sends a reset. Functions throw Unproven if the control plane fails, and OutOfReach if it lacks the operation. */
export function httpControl(controlUrl: string, sender: Sender, restoring = sender): Control {
  const server = { name: 'the control plane', at: controlUrl };
  const call = async (method: string, path: string, body?: object, by = sender): Promise<unknown> => {
    const sent = body && { headers: { 'content-type': 'application/json' }, body: writeJson(body) };
    const { status, text } = await sentResponse(by, server, controlUrl + path, { method, ...sent });
    const isDone = is2xx(status);
    const json = jsonIn(text);
    if (isDone && (json !== undefined || text === '')) return json;
    const words = `the control plane responds with ${status} to ${path}`;
    if (NOT_THERE.includes(status)) throw new OutOfReach(words);
    const says = isDone ? 'text that is not JSON' : member(json, 'error');
    const why = typeof says === 'string' ? `${words} (${oneLine(says)})` : words;
    if (NOT_ALLOWED.includes(status)) throw new Unproven(`${why}; ${SPEAKS}`);
    throw status >= 400 && status < 500 ? new ControlRefusal(why) : new Unproven(why);
  };
  const done = async (...request: Parameters<typeof call>): Promise<void> => {
    await call(...request);
  };
  return {
    advance: (duration) => done('POST', '/clock', { advance: duration }),
    now: async () => {
      const read = await call('POST', '/clock', { advance: 'PT0S' });
      const now = Date.parse(String(member(read, 'now')));
      if (Number.isNaN(now)) throw new Unproven('the control plane does not say what time it is');
      return now;
    },
    storedForm: async (id) => {
      return member(await call('GET', `/web-forms/${encodeURIComponent(id)}`), 'content');
    },
    reset: () => done('POST', '/reset', undefined, restoring),
    replaceWorld: (world) => done('PUT', '/world', world),
    changeClient: (client) => done('PUT', '/client-configuration', client),
    runBatchUpdate: (update) => done('POST', '/batch-updates', update),
    settledDeliveries: async () => {
      const read = await call('GET', '/deliveries?settled=true');
      const deliveries = member(read, 'deliveries');
      if (member(read, 'settled') !== true || !Array.isArray(deliveries))
        throw new Unproven('the control plane does not say that the deliveries are settled');
      return deliveries;
    },
  };
}

/** If a clock does not give the time, this computer's is used, and the clock is called no more, since it may be slow to fail. */
export function timeOf(control: Pick<Control, 'now'>): () => Promise<number> {
  let saysTime = true;
  return async () => {
    if (!saysTime) return Date.now();
    return control.now().catch((error) => {
      only(error, Unproven);
      saysTime = false;
      return Date.now();
    });
  };
}
