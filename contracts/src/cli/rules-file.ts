/** Reads the file of `--rules`: the notification rules whose messages may arrive. */
import { kindOf } from '../contract/show.ts';
import { Stop } from '../contract/stop.ts';
import type { NotificationRule } from '../messages/notification-rule.ts';
import { BrokenRecord } from '../record/broken-record.ts';
import { recordedRule } from '../record/recorded-rule.ts';
import { readJsonFile } from './read-json-file.ts';

/** Throws Stop(2) for a file that cannot be read or holds no list of rules; the line names the rule and its field. */
export async function rulesOfFile(path: string): Promise<readonly NotificationRule[]> {
  const { value, exact } = await readJsonFile(path);
  if (!Array.isArray(value)) throw new Stop(2, `${path} is ${kindOf(value)}, not a list of rules.`);
  return value.map((rule: unknown, index) => {
    try {
      return recordedRule(rule, (exact as unknown[])[index]);
    } catch (error) {
      if (error instanceof BrokenRecord) throw new Stop(2, `${path}, rule ${index}: ${error.message}.`);
      throw error;
    }
  });
}
