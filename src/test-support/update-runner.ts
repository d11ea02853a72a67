/** Runs batch updates for tests: in a small world and in process, where a receiver keeps messages whose texts are not encrypted. */

import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { InputError } from '../base/errors.ts';
import type { Deliveries, Sent } from '../sandbox/batch-update/batch-updates.ts';
import type { SandboxOptions } from '../sandbox/create-sandbox.ts';
import type { SandboxWorld } from '../sandbox/state.ts';
import type { AcceptedUpdate } from '../sandbox/user-update.ts';
import { SandboxCaller } from './sandbox-caller.ts';

type Rule = NonNullable<SandboxWorld['users'][number]['rules']>[number];

/** A rule whose callbackHandle is its name, with details. */
export function rule(callbackHandle: string, triggerEvent: string, params: object = {}): Rule {
  return { triggerEvent, params, callbackHandle, includeDetails: true } as Rule;
}

/** Anna has two accounts, 101 and 102, in the connection 11. */
export function worldOf(rules: readonly Rule[]): SandboxWorld {
  const account = { number: '0001', iban: 'DE02100', balance: 1000 };
  const accounts = [
    { ...account, id: 101, name: 'Giro' },
    { ...account, id: 102, name: 'Savings' },
  ];
  const connection = { id: 11, name: 'House bank', bankName: 'Example Bank', bankCountry: 'DE', accounts };
  const fields = { id: 'anna', password: 'example', email: '', phone: '', isAutoUpdateEnabled: true };
  return {
    client: { userNotificationCallbackUrl: 'http://127.0.0.1:9/hook' },
    categories: [{ id: 7, name: 'Living' }],
    users: [{ ...fields, rules: [...rules], bankConnections: [connection] }],
  };
}

interface Arrived {
  readonly url: string;
  readonly text: string;
}

export class UpdateRunner extends SandboxCaller {
  readonly #arrived: Arrived[];

  constructor(world: SandboxWorld, options: SandboxOptions = {}) {
    const arrived: Arrived[] = [];
    super({
      world,
      cipher: async () => ({ encrypt: async (text) => text, decrypt: async (text) => text }),
      deliver: async (url, text) => {
        arrived.push({ url, text });
        return 200;
      },
      ...options,
    });
    this.#arrived = arrived;
  }

  async update(update: AcceptedUpdate): Promise<Sent> {
    const { status, json } = await this.control('POST', '/batch-updates', writeJson(update));
    if (status !== 202) throw new InputError(json.error);
    return json;
  }

  async deliveries({ settled = false } = {}): Promise<Deliveries> {
    return (await this.control('GET', `/deliveries?settled=${settled}`)).json;
  }

  /** What arrived since the last call, once all deliveries have settled. */
  async arrived(): Promise<Arrived[]> {
    await this.deliveries({ settled: true });
    return this.#arrived.splice(0);
  }

  /** The callback handles of these messages, in alphabetical order. */
  async handles(): Promise<string[]> {
    return (await this.arrived()).map(({ text }) => JSON.parse(text).callbackHandle).sort();
  }
}
