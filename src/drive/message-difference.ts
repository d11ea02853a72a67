/** Where a decrypted message is another one than the expected: field by field, and only what the expected one states. */
import { isLosslessNumber } from 'lossless-json';
import open from '../../contracts/generated/validators/open.js';
import type { SchemaNode } from '../../contracts/src/contract/compiled.ts';
import { sameDecimal } from '../../contracts/src/contract/decimal.ts';
import { isNumber, kindOf, show } from '../../contracts/src/contract/show.ts';
import { member } from '../../contracts/src/judge/exchange.ts';
import type { Breach } from '../../contracts/src/judge/exchange-rule.ts';
import { isSensitive } from '../../contracts/src/judge/schema-place.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import type { TriggerEvent } from '../../contracts/src/messages/notification-rule.ts';
import { paired } from './paired.ts';
import { absent } from './scenario.ts';

/** Where the two values stand. */
export interface Place {
  readonly pointer: string;
  /** How a message calls it: `newTransactions[0].details`. */
  readonly name: string;
  readonly event: TriggerEvent;
  /** What the documents say of the place. */
  readonly nodes: readonly SchemaNode[];
  /** Inside details, where the order of a list is documented. */
  readonly isInDetails: boolean;
  readonly settings: Pick<Settings, 'toleratedTimeFormats' | 'nullAsAbsent'>;
}

const IDS = ['accountId', 'bankConnectionId', 'id'];
const schemas: Record<string, { readonly schema: SchemaNode } | undefined> = open;

/** The place of a whole message; `pointer` is where it stands. */
export function messagePlace(event: TriggerEvent, pointer: string, settings: Place['settings']): Place {
  return { pointer, name: '', event, nodes: schemaOf(`${event}.message`), isInDetails: false, settings };
}

/**
 * Numbers compare as decimals, digit for digit. A list has exactly the stated items: those of a message in any order,
 * transactions in the stated one but for those of one bankBookingDate (LIST-TIES). What was found is only described
 * where it is somebody's data.
 */
export function differences(found: unknown, wanted: unknown, place: Place): Breach[] {
  if (Array.isArray(wanted)) return listDifferences(found, wanted, place);
  if (typeof wanted === 'object' && wanted !== null && !isLosslessNumber(wanted)) {
    if (kindOf(found) !== 'an object') return [differs(place, kindOf(found), 'an object')];
    return Object.entries(wanted).flatMap(([name, part]) =>
      differences(member(found, name), part, fieldPlace(place, name)),
    );
  }
  return isEqual(found, wanted, place) ? [] : [differs(place, shown(found, place), wantedWords(wanted))];
}

function listDifferences(found: unknown, wanted: readonly unknown[], place: Place): Breach[] {
  if (!Array.isArray(found)) return [differs(place, kindOf(found), 'a list')];
  if (found.length !== wanted.length) return [differs(place, show(found, false), show(wanted, false))];
  const groups = place.isInDetails ? ties(wanted) : [wanted];
  let start = 0;
  return groups.flatMap((group) => {
    const items = found.slice(start, start + group.length).map((value: unknown, at) => {
      return { value, place: itemPlace(place, start + at) };
    });
    start += group.length;
    const likeness = {
      isEqual: (item: (typeof items)[number], one: unknown) =>
        differences(item.value, one, item.place).length === 0,
      isSame: (item: (typeof items)[number], one: unknown) =>
        IDS.some((id) => sameDecimal(member(item.value, id), member(one, id))),
    };
    return paired(items, group, likeness).flatMap(([item, one]) => differences(item.value, one, item.place));
  });
}

/** Neighbours of one bankBookingDate; an entry that states none stands alone. */
function ties(wanted: readonly unknown[]): unknown[][] {
  const groups: unknown[][] = [];
  for (const one of wanted) {
    const date = member(one, 'bankBookingDate');
    const last = groups.at(-1);
    if (last && date !== undefined && member(last[0], 'bankBookingDate') === date) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function isEqual(found: unknown, wanted: unknown, { name, settings }: Place): boolean {
  if (wanted === absent) return found === undefined;
  const field = name.split('.').at(-1) ?? '';
  if (wanted === null && settings.nullAsAbsent.includes(field)) return found === null || found === undefined;
  if (isNumber(wanted)) return sameDecimal(found, wanted);
  // The instant behind a further format is not known, so there is nothing to compare.
  const isTime = typeof wanted === 'string' && isFurtherTime(found, field, settings);
  return found === wanted || isTime;
}

function isFurtherTime(found: unknown, field: string, { toleratedTimeFormats }: Place['settings']): boolean {
  if (typeof found !== 'string' || !Object.hasOwn(toleratedTimeFormats, field)) return false;
  return (toleratedTimeFormats[field] ?? []).some((pattern) =>
    new RegExp(`^(?:${pattern})$`, 'u').test(found),
  );
}

function differs({ pointer, name }: Place, found: string, wanted: string): Breach {
  return { pointer, message: `${name} is ${found}, not ${wanted}` };
}

function wantedWords(wanted: unknown): string {
  return wanted === absent ? 'absent' : show(wanted, false);
}

function shown(found: unknown, { nodes }: Place): string {
  // Of a field that nobody documents nobody knows whose data it holds.
  return found === undefined ? 'missing' : show(found, nodes.length === 0 || isSensitive(nodes));
}

function fieldPlace(place: Place, field: string): Place {
  const isDetails = field === 'details' && !place.isInDetails;
  return {
    ...place,
    pointer: `${place.pointer}/${field}`,
    name: place.name === '' ? field : `${place.name}.${field}`,
    nodes: isDetails
      ? schemaOf(`${place.event}.details`)
      : withParts(place.nodes).flatMap(({ properties }) => properties?.[field] ?? []),
    isInDetails: place.isInDetails || isDetails,
  };
}

function itemPlace(place: Place, at: number): Place {
  const nodes = withParts(place.nodes).flatMap(({ items }) => items ?? []);
  return { ...place, pointer: `${place.pointer}/${at}`, name: `${place.name}[${at}]`, nodes };
}

function withParts(nodes: readonly SchemaNode[]): SchemaNode[] {
  return nodes.flatMap((node) => [node, ...withParts(node.allOf ?? [])]);
}

function schemaOf(name: string): SchemaNode[] {
  const compiled = schemas[name];
  return compiled ? [compiled.schema] : [];
}
