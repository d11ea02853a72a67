/** Runs batch updates for tests: in a small world, in process, with a cipher that shows what it encrypted. */
import type { Cipher } from '../../contracts/src/messages/cipher.ts';
import type { Sent } from '../sandbox/batch-update/batch-updates.ts';
import type { SandboxOptions } from '../sandbox/create-sandbox.ts';
import type { SandboxWorld } from '../sandbox/state.ts';
import type { AcceptedUpdate } from '../sandbox/user-update.ts';
import { SandboxCaller } from './sandbox-caller.ts';

type Rule = NonNullable<SandboxWorld['users'][number]['rules']>[number];
type Params = Record<string, unknown>;

/** A rule whose callbackHandle is its name, with details unless it says otherwise. */
export function rule(
  callbackHandle: string,
  triggerEvent: string,
  params?: Params,
  includeDetails = true,
): Rule {
  return { triggerEvent, ...(params && { params }), callbackHandle, includeDetails } as Rule;
}

/** Anna has two connections, one without a name and IBANs, and Ben one that looks like her other one. */
export function worldOf(rules: readonly Rule[], ofBen: readonly Rule[] = []): SandboxWorld {
  const user = { password: 'example', email: '', phone: '', isAutoUpdateEnabled: true };
  const giro = (id: number) => ({ id, name: 'Giro', number: '0001', iban: 'DE02100', balance: 1000 });
  return {
    client: { userNotificationCallbackUrl: 'http://127.0.0.1:9/hook' },
    categories: [
      { id: 7, name: 'Living' },
      { id: 71, name: 'Rent', parentId: 7 },
      { id: 711, name: 'Garage', parentId: 71 },
      { id: 8, name: 'Income' },
    ],
    users: [
      {
        ...user,
        id: 'anna',
        rules: [...rules],
        bankConnections: [
          {
            id: 11,
            name: 'House bank',
            bankName: 'Example Bank',
            bankCountry: 'DE',
            accounts: [giro(101), { ...giro(102), name: 'Savings', number: '0002' }],
          },
          {
            id: 12,
            name: null,
            bankName: 'Other Bank',
            bankCountry: 'AT',
            accounts: [{ id: 103, name: 'Depot', number: '0003', iban: null, balance: 0.1 }],
          },
        ],
      },
      {
        ...user,
        id: 'ben',
        rules: [...ofBen],
        bankConnections: [
          { id: 21, name: 'House bank', bankName: 'Example Bank', bankCountry: 'DE', accounts: [giro(201)] },
        ],
      },
    ],
  };
}

/** Encrypted texts are in these brackets. */
const marking: Cipher = {
  encrypt: (plain) => Promise.resolve(`⟦${plain}⟧`),
  decrypt: (encrypted) => Promise.resolve(encrypted.slice(1, -1)),
};

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it asserts.
export type AnyMessage = any;

interface Arrived {
  readonly url: string;
  /** As it is sent; encrypted texts are in brackets. */
  readonly text: string;
}

export class UpdateRunner extends SandboxCaller {
  readonly #arrived: Arrived[];

  constructor(world: SandboxWorld, options: SandboxOptions = {}) {
    const arrived: Arrived[] = [];
    super({
      world,
      cipher: () => Promise.resolve(marking),
      deliver: async (url, text) => {
        arrived.push({ url, text });
        return 200;
      },
      ...options,
    });
    this.#arrived = arrived;
  }

  update(update: AcceptedUpdate): Promise<Sent> {
    return this.sandbox.runBatchUpdate(update);
  }

  /** Lets a duration pass, as the control plane does. */
  async advance(duration: string): Promise<void> {
    await this.control('POST', '/clock', { advance: duration });
  }

  /** The texts that arrived since the last call, once all deliveries have settled. */
  async texts(): Promise<Arrived[]> {
    await this.sandbox.deliveries({ settled: true });
    return this.#arrived.splice(0);
  }

  /** The same, read and decrypted. */
  async messages(): Promise<AnyMessage[]> {
    return (await this.texts()).map(({ text }) => JSON.parse(text, decrypted));
  }

  /** The callback handles of the messages, in alphabetical order. */
  async handles(): Promise<string[]> {
    return (await this.messages()).map(({ callbackHandle }) => callbackHandle).sort();
  }

  /** The callback handles of the messages that an update of a new sandbox sends. */
  static async handles(
    world: SandboxWorld,
    update: AcceptedUpdate,
    options?: SandboxOptions,
  ): Promise<string[]> {
    const runner = new UpdateRunner(world, options);
    await runner.update(update);
    return runner.handles();
  }
}

function decrypted(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('⟦')) return value;
  const plain = value.slice(1, -1);
  return name === 'details' ? JSON.parse(plain) : plain;
}
