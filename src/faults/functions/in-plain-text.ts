/** A text that is to be encrypted travels as it is. */
import { writeJson } from '../../../contracts/src/contract/exact-json.ts';
import type { FaultySeams } from '../fault.ts';
import { editItems, itemsOf } from '../seams/edit-items.ts';

/** `field` is one of the message or of its items. */
export function inPlainText(field: string): () => FaultySeams {
  return () => ({
    message: (message, plain) => {
      if (field in plain) return { ...message, [field]: plain[field as keyof typeof plain] };
      return editItems(message, (item, index) => {
        const text = itemsOf(plain)[index]?.[field];
        if (text === undefined || text === null) return item;
        return { ...item, [field]: typeof text === 'string' ? text : writeJson(text) };
      });
    },
  });
}
