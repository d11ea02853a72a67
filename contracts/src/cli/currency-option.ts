/** The decision that no V1 request carries, as a command line option. */
import { InvalidArgumentError, Option } from 'commander';
import { refusesCurrency } from '../migration/converters.ts';

export function currencyOption(description: string): Option {
  return new Option('--currency <code>', description).argParser((value: string) => {
    const reason = refusesCurrency(value);
    if (reason !== undefined) throw new InvalidArgumentError(`It ${reason}, such as EUR.`);
    return value;
  });
}
