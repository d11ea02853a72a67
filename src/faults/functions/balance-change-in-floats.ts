/** The change of a balance is calculated in floats. */

import type { FaultySeams } from '../fault.ts';
import { editItems, type Item } from '../seams/edit-items.ts';

export function balanceChangeInFloats(): FaultySeams {
  return {
    plainMessage: (message) =>
      editItems(message, (item) => {
        const details = item['details'] as Item | undefined;
        if (details === undefined) return item;
        const balanceChange = Number(details['newBalance']) - Number(details['oldBalance']);
        return balanceChange === details['balanceChange']
          ? item
          : { ...item, details: { ...details, balanceChange } };
      }),
  };
}
