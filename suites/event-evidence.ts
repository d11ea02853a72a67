/** The cases and scenarios of each trigger event: the exports of suites/events/<event>-cases.ts. */
import { triggerEvents } from '../contracts/generated/operations.ts';
import type { TriggerEvent } from '../contracts/src/messages/message.ts';
import type { CaseFile } from '../src/runner/case.ts';
import type { Scenario, ScenarioRule } from '../src/runner/scenarios/scenario.ts';

interface EventEvidence {
  readonly event: TriggerEvent;
  /** The smallest rule that matches the updates of `everyEvent`, and its name in scenarios. */
  readonly rule: ScenarioRule;
  readonly ruleName: string;
  /** Scenarios of its messages. */
  readonly messages: CaseFile<Scenario>;
  /** The decrypted names in the `full` example of its message; that of the account 101 without it. */
  readonly names?: readonly string[];
}

/** In the order of the documentation. An event without a file, or whose file lacks something, is an error. */
export const eventEvidence: readonly EventEvidence[] = await Promise.all(
  triggerEvents.map(async (event) => {
    const name = event.toLowerCase().replaceAll('_', '-');
    // Written out, so that a bundler finds the files.
    const found: Partial<EventEvidence> = await import(`./events/${name}-cases.ts`);
    const { messages, rule, ruleName } = found;
    if (!messages || !rule || ruleName === undefined)
      throw new Error(`suites/events/${name}-cases.ts does not export messages, rule and ruleName`);
    return { ...found, event, messages, rule, ruleName };
  }),
);
