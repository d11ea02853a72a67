/** Brings the provider into a state that a pact asks for by its name. */
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { createMoneyTransfer } from '../../contracts/src/client/v1.ts';
import { CREATED_PAYMENT } from '../../suites/pacts/states.ts';
import { worlds } from '../../suites/worlds/worlds.ts';
import type { Provider } from './provider.ts';

export type StateHandler = () => Promise<{ paymentId?: number }>;

/** What a handler gives takes the place of an example in the request. */
export function stateHandlers(provider: Provider): Record<string, StateHandler> {
  const ofWorlds = Object.entries(worlds).map(([name, world]): [string, StateHandler] => [
    name,
    async () => {
      await provider.begin(world);
      return {};
    },
  ]);
  return {
    ...Object.fromEntries(ofWorlds),
    [CREATED_PAYMENT]: async () => {
      const request = examples.requests.createMoneyTransferV1.minimal;
      return { paymentId: (await createMoneyTransfer(await provider.asUser(), request)).id };
    },
  };
}
