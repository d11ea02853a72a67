/** What a report may show of a played scenario: everything that stands in the scenario, and what was received, redacted. */
import { isNumber } from '../../contracts/src/contract/show.ts';
import { absent } from '../drive/scenarios/scenario.ts';
import type { Played, PlayedStep, ReceivedMessage } from '../drive/verdict.ts';
import { redactMessage } from './redaction/redact-message.ts';

/** Rules, updates and what was expected are made up and published; whose data a target sends nobody knows. */
export function playedEvidence({ rules, story }: Played): Played {
  return { rules, story: story.map(stepEvidence) };
}

function stepEvidence(step: PlayedStep): PlayedStep {
  if (!('received' in step)) return step;
  return { expected: written(step.expected), received: step.received.map(receivedEvidence) };
}

function receivedEvidence({ message, ...rest }: ReceivedMessage): ReceivedMessage {
  return message === undefined ? rest : { ...rest, message: redactMessage(message) };
}

/** JSON has no sign for a field that shall not be there. */
function written<Value>(value: Value): Value {
  if (value === absent) return '[absent]' as Value;
  if (typeof value !== 'object' || value === null || isNumber(value)) return value;
  if (Array.isArray(value)) return value.map(written) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, written(part)])) as Value;
}
