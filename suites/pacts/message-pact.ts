/** Hands the example of each message to the handler and adds it, as matchers, to the pact file. */
import { deepEqual } from 'node:assert/strict';
import { MatchersV3, MessageConsumerPact } from '@pact-foundation/pact';
import { TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { defaultCipher } from '../../contracts/src/messages/default-cipher.ts';
import type { PactPlace } from './http-interaction.ts';
import { oneOf } from './matchers.ts';
import { handleMessage } from './message-handler.ts';
import { type MessageInteraction, messageDescription } from './message-interactions.ts';
import { stateParameters } from './states.ts';

const { boolean, eachLike, number, string } = MatchersV3;

/** Fields that have the value of the rule, and no other. */
const OF_THE_RULE = ['triggerEvent', 'callbackHandle'];

/** Throws when the handler refuses an example or reads something else in it. */
export async function writeMessagePact(
  place: PactPlace,
  interactions: readonly MessageInteraction[],
): Promise<void> {
  const cipher = await defaultCipher(TEST_KEY);
  for (const interaction of interactions) {
    const { given, example, names } = interaction;
    const pact = new MessageConsumerPact({ ...place, logLevel: 'error' });
    await pact
      .given({ name: given, params: stateParameters(given) })
      .expectsToReceive(messageDescription(interaction))
      .withMetadata({ contentType: 'application/json' })
      .withContent(asked(example))
      .verify(async ({ contents }) => {
        deepEqual(await handleMessage(JSON.stringify(contents), cipher), names.slice(0, 1));
        // What the matchers leave out of the example is read as well.
        deepEqual(await handleMessage(JSON.stringify(example), cipher), names);
      });
  }
}

/** The example as matchers. No encrypted text is asked for more than being one: the algorithm is not shown. */
function asked(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return eachLike(asked(value[0]));
  if (field === 'errorCode') return oneOf('WRONG_CREDENTIALS');
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return boolean(value);
  if (typeof value === 'string') return OF_THE_RULE.includes(field) ? value : string(value);
  return Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, asked(part, name)]));
}
