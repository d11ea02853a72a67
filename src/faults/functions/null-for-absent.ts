/** A field of an item that is to be absent is there and holds null. */

import type { FaultySeams } from '../fault.ts';
import { editItems } from '../seams/edit-items.ts';

export function nullForAbsent(field: string): () => FaultySeams {
  return () => ({
    plainMessage: (message) =>
      editItems(message, (item) => (field in item ? item : { ...item, [field]: null })),
  });
}
