/** What a message handler asks of each notification. */

import asyncapi from '../../contracts/generated/asyncapi.json' with { type: 'json' };
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import exampleMessages from '../../contracts/generated/example-messages.json' with { type: 'json' };
import type { MessageOf } from '../../contracts/src/messages/message.ts';
import { firesClauses } from '../../src/runner/scenarios/scenario.ts';
import { eventEvidence } from '../event-evidence.ts';
import { client, type ProviderState, rule, userWithAccounts } from './pact-interaction.ts';

export interface MessageInteraction {
  readonly clause: ClauseId;
  /** What the message says. */
  readonly says: string;
  readonly given: readonly ProviderState[];
  /** The documented example, encrypted with the published test key. */
  readonly example: MessageOf;
  /** What the handler shows of the example: its decrypted names. */
  readonly names: readonly string[];
}

/** The documents give the example and the words. */
export const messageInteractions: readonly MessageInteraction[] = eventEvidence.map(
  ({ event, rule: smallest, names = ['Girokonto'] }) => {
    // Typed as any text where the documents list words.
    const example = exampleMessages.messages[event].full as MessageOf;
    const { callbackHandle } = example;
    return {
      clause: firesClauses[event],
      says: asyncapi.components.messages[event].summary,
      given: [client, userWithAccounts, rule({ ...smallest, callbackHandle, includeDetails: true })],
      example,
      names,
    };
  },
);

/** The description of the interaction in the pact, by which a provider finds it. */
export function messageDescription({ says, clause }: MessageInteraction): string {
  return `${says} [${clause}]`;
}
