/** A threshold is told as a float of single precision keeps it. */
import type { FaultySeams } from '../fault.ts';

export function thresholdInSinglePrecision(): FaultySeams {
  return {
    plainMessage: (message) => {
      if (message.triggerEvent === 'LOW_ACCOUNT_BALANCE')
        return { ...message, balanceThreshold: Math.fround(Number(message.balanceThreshold)) };
      if (message.triggerEvent === 'HIGH_TRANSACTION_AMOUNT')
        return { ...message, absoluteAmountThreshold: Math.fround(Number(message.absoluteAmountThreshold)) };
      return message;
    },
  };
}
