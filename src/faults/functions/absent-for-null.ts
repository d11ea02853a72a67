/** Fields of the items of messages that would hold null are left out. */

import type { FaultySeams } from '../fault.ts';
import { editItems } from '../seams/edit-items.ts';

export function absentForNull(): FaultySeams {
  return {
    plainMessage: (message) =>
      editItems(message, (item) =>
        Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
      ),
  };
}
