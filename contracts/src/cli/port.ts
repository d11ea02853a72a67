/** Reads the port that a flag names. */
import { InvalidArgumentError } from 'commander';

export function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new InvalidArgumentError('It is not a port (0 to 65535).');
}
