/** Says in one line where a value breaks its schema, and never repeats the value: it may be a secret. */
import type { SchemaError, Validate } from '../../contracts/src/contract/compiled.ts';

/** How many places one line names; a hostile body has more mistakes than anybody reads. */
const NAMED = 3;

/** Undefined for a valid value. */
export function problemOf(validate: Validate, value: unknown): string | undefined {
  if (validate(value)) return undefined;
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  // A generated validator lives as long as the process; what it last saw does not have to.
  validate.errors = null;
  const lines = new Set(errors.slice(0, NAMED).map(lineOf));
  return [...lines, ...(errors.length > NAMED ? [`${errors.length - NAMED} more`] : [])].join('; ');
}

function lineOf({ instancePath, keyword, params }: SchemaError): string {
  const place = instancePath === '' ? 'the body' : placeOf(instancePath);
  switch (keyword) {
    case 'required':
      return `${placeOf(`${instancePath}/${params['missingProperty']}`)} is missing`;
    case 'additionalProperties':
      return `${place} has the unknown field ${JSON.stringify(params['additionalProperty'])}`;
    case 'type':
      return `${place} is not of the type ${[params['type']].flat().join(' or ')}`;
    case 'enum':
      return `${place} is none of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'minimum':
      return `${place} is below ${params['limit']}`;
    case 'maximum':
      return `${place} is above ${params['limit']}`;
    case 'pattern':
      return `${place} is not of the form ${params['pattern']}`;
    case 'format':
      return `${place} is no ${params['format']} that exists`;
    default:
      return `${place} does not meet ${keyword}`;
  }
}

/** `/orders/0/amount` becomes `orders[0].amount`. */
function placeOf(pointer: string): string {
  return pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replace(/\//g, '.')
    .replace(/^\./, '');
}
