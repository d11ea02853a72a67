/** What a message handler asks of each notification, and the rule and batch update that make a provider send it. */

import asyncapi from '../../contracts/generated/asyncapi.json' with { type: 'json' };
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import exampleMessages from '../../contracts/generated/example-messages.json' with { type: 'json' };
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import type { MessageOf, NotificationRule } from '../../contracts/src/messages/message.ts';
import type { BatchUpdate } from '../../src/runner/control.ts';
import { firesClauses } from '../../src/runner/scenarios/judge-story.ts';
import { eventEvidence } from '../event-evidence.ts';
import type { WorldName } from './pact-interaction.ts';

export interface MessageInteraction {
  readonly clause: ClauseId;
  /** What the message says. */
  readonly says: string;
  readonly given: WorldName;
  /** The documented example, encrypted with the published test key. */
  readonly example: MessageOf;
  /** What the handler shows of the example: its decrypted names. */
  readonly names: readonly string[];
  /** Created by the first user of the world. */
  readonly rule: Required<Pick<NotificationRule, 'callbackHandle'>> & NotificationRule;
  readonly update: BatchUpdate;
}

const rules = Object.values(examples.requests.createNotificationRule) as NotificationRule[];

/** The documents give the example, the words, and the rule, which asks for details. */
export const messageInteractions: readonly MessageInteraction[] = eventEvidence.map(
  ({ event, update, names = ['Girokonto'] }) => {
    // Typed as any text where the documents list words.
    const example = exampleMessages.messages[event].full as MessageOf;
    return {
      clause: firesClauses[event],
      says: asyncapi.components.messages[event].title,
      given: 'one-account',
      example,
      names,
      rule: {
        ...rules.find(({ triggerEvent }) => triggerEvent === event),
        triggerEvent: event,
        callbackHandle: example.callbackHandle,
        includeDetails: true,
      },
      update,
    };
  },
);

/** The description of the interaction in the pact, by which a provider finds it. */
export function messageDescription({ says, clause }: MessageInteraction): string {
  return `${says} [${clause}]`;
}
