/** Measures each validator against parsing the texts that it judges. */
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import open from '../../contracts/generated/validators/open.js';
import type { Compiled } from '../../contracts/src/contract/compiled.ts';
import { validatorOf } from '../../contracts/src/judge/validator.ts';
import { type Figure, median, ratioOf } from './figure.ts';

/** A run is a fraction of a millisecond, so that some find the machine quiet; the median leaves out those that did not. */
const ROUNDS = 500;
const TIMES = 7;
const validators: Readonly<Record<string, Compiled | undefined>> = open;

/** The dearest of them, which judges a short text with four formats. */
export async function validatorsFigure(): Promise<Figure> {
  const ratios: number[] = [];
  for (const [name, values] of judged()) ratios.push(await ratioFor(name, values));
  return {
    name: `validating, the dearest of ${ratios.length} validators, by the time of JSON.parse of the same texts`,
    unit: 'ratio',
    found: Math.max(...ratios),
    limit: 0.6,
    kind: 'at most',
  };
}

async function ratioFor(name: string, values: readonly unknown[]): Promise<number> {
  const { validate } = validatorOf(validators[name] as Compiled, { name: 'it', clause: 'MESSAGE-DETAILS' });
  const texts = values.map((value) => JSON.stringify(value));
  const subject = () => {
    for (let round = 0; round < ROUNDS; round++) for (const value of values) validate(value);
  };
  const baseline = () => {
    for (let round = 0; round < ROUNDS; round++) for (const text of texts) JSON.parse(text);
  };
  const ratios: number[] = [];
  for (let time = 0; time < TIMES; time++) ratios.push(await ratioOf(subject, baseline));
  return median(ratios);
}

/** Every request, answer and message of the documents that has a validator. */
function judged(): [name: string, values: unknown[]][] {
  const sent = [
    ...Object.entries(examples.requests).map(([operation, of]) => [`${operation}.request`, of] as const),
    ...Object.entries(examples.messages).map(([event, of]) => [`${event}.message`, of] as const),
    ...Object.entries(examples.answers).flatMap(([operation, answers]) =>
      Object.entries(answers).map(([status, of]) => [`${operation}.${status}`, of] as const),
    ),
  ];
  return sent.filter(([name]) => name in validators).map(([name, of]) => [name, Object.values(of as object)]);
}
