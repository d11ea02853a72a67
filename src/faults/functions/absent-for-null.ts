/** Fields of the items of messages that would hold null are left out. */
import { editItems } from '../edit-items.ts';
import type { FaultySeams } from '../fault.ts';

export function absentForNull(): FaultySeams {
  return {
    plainMessage: (message) =>
      editItems(message, (item) =>
        Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
      ),
  };
}
