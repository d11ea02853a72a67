/** Counts which fields of the migration table the bodies of a recording hold, and fingerprints what a request asks for. */
import { canonical, isObject, pointerToken } from '../base/json-value.ts';
import { hashHalves, joinedHalves } from '../base/text-hash.ts';
import { type Converter, converterOf, isAnyOrder } from '../migration/converters.ts';
import {
  type FieldRow,
  type MappingRow,
  namesOf,
  type RequestKind,
  table,
  type Version,
} from '../migration/mapping-table.ts';

/** How often a field of the table is used. */
export interface FieldUse {
  /** Bodies that hold it. */
  readonly calls: number;
  /** Values: one for each item of a list. */
  readonly values: number;
  /** Values that V2 has no counterpart for. */
  readonly refused: number;
}

interface FieldNode {
  /** In the counts; undefined where only the fields below have rows. */
  row?: string;
  convert?: Converter;
  /** Of the place in V2; 0 where the field is no part of the content. */
  seed: number;
  isIban: boolean;
  /** Of a list whose order says nothing. */
  isAnyOrder: boolean;
  item?: FieldNode;
  readonly fields: Map<string, FieldNode>;
  use?: CountedUse;
}

type CountedUse = {
  -readonly [Name in keyof FieldUse]: number;
} & {
  /** The body that was counted last. */
  body: number;
};

/** The name of a row in the counts: `payment moneyTransfers[].amount`, `451#date`. */
export function rowName(row: MappingRow, kind?: RequestKind): string {
  return kind === undefined ? String(row.from) : `${kind} ${row.from}`;
}

export class FieldCounter {
  readonly #uses = new Map<string, CountedUse>();
  readonly #trees = new Map<string, FieldNode>();
  readonly #undocumented: (pointer: string) => void;
  #body = 0;
  #high = 0;
  #low = 0;

  /** `undocumented` gets the operation or answer and the JSON Pointer, with `*` for any index and for what may be a value. */
  constructor(undocumented: (pointer: string) => void) {
    this.#undocumented = undocumented;
  }

  /** Counts the fields of a V1 request, and returns the fingerprint of the V2 request that replaces it. */
  countRequest(kind: RequestKind, body: object): number {
    return this.#walk(this.#tree(`V1 ${kind}`), kind, body);
  }

  /** The fingerprint of a V2 request: that of each V1 request of the same content. Currencies, which V1 lacks, are no part of it. */
  fingerprint(kind: 'import' | 'payment', body: object): number {
    return this.#walk(this.#tree(`V2 ${kind}`), undefined, body);
  }

  /** Counts the fields of a V1 answer, 451 or 2XX. */
  countAnswer(answer: '451' | '2XX', body: object): void {
    this.#walk(this.#tree(answer), answer, body);
  }

  countRow(row: string, use: FieldUse = { calls: 1, values: 1, refused: 0 }): void {
    const counted = this.#use(row);
    counted.calls += use.calls;
    counted.values += use.values;
    counted.refused += use.refused;
  }

  uses(): Record<string, FieldUse> {
    const uses = [...this.#uses].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(uses.map(([row, { body, ...use }]) => [row, use]));
  }

  #tree(name: string): FieldNode {
    const tree = this.#trees.get(name) ?? treeOf(name);
    this.#trees.set(name, tree);
    return tree;
  }

  #use(row: string): CountedUse {
    const use = this.#uses.get(row) ?? { calls: 0, values: 0, refused: 0, body: 0 };
    this.#uses.set(row, use);
    return use;
  }

  #walk(tree: FieldNode, whose: string | undefined, body: object): number {
    this.#body++;
    this.#high = 0;
    this.#low = 0;
    this.#fields(tree, body, '', whose, 0);
    return joinedHalves(this.#high, this.#low);
  }

  #fields(node: FieldNode, value: object, at: string, whose: string | undefined, salt: number): void {
    for (const name in value) {
      const inner = (value as Record<string, unknown>)[name];
      const field = node.fields.get(name);
      if (field) this.#field(field, inner, `${at}/${name}`, whose, salt);
      else if (whose !== undefined) this.#undocumented(`${whose} ${at}/${shownName(name)}`);
    }
  }

  #field(node: FieldNode, value: unknown, at: string, whose: string | undefined, salt: number): void {
    if (node.item && Array.isArray(value)) {
      if (value.length === 0) {
        this.#seen(node, whose, 0);
        this.#hash(node, salt, '[]');
      }
      for (let index = 0; index < value.length; index++) {
        const below = node.isAnyOrder ? salt : Math.imul(salt + index + 1, 0x9e3779b1);
        this.#field(node.item, value[index], `${at}/*`, whose, below);
      }
      return;
    }
    const use = this.#seen(node, whose, 1);
    if (node.fields.size > 0 && isObject(value)) {
      if (isWithoutFields(node, value)) this.#hash(node, salt, '{}');
      this.#fields(node, value, at, whose, salt);
      return;
    }
    const converted = node.convert?.(value);
    if (converted && 'refused' in converted) {
      if (use) use.refused++;
      return;
    }
    this.#hash(node, salt, converted ? converted.becomes : value);
  }

  #seen(node: FieldNode, whose: string | undefined, values: number): CountedUse | undefined {
    if (node.row === undefined || whose === undefined) return undefined;
    // A list and its items have one row.
    node.use ??= this.#use(node.row);
    if (node.use.body !== this.#body) node.use.calls++;
    node.use.body = this.#body;
    node.use.values += values;
    return node.use;
  }

  /** Adds one value: the sum is the same in whichever order the fields are written. */
  #hash(node: FieldNode, salt: number, value: unknown): void {
    if (node.seed === 0) return;
    let text = typeof value === 'string' ? value : typeof value === 'object' ? canonical(value) : `${value}`;
    if (node.isIban) text = text.replaceAll(' ', '').toUpperCase();
    const isText = typeof value === 'string' ? 1 : 0;
    const [high, low] = hashHalves(text, node.seed ^ salt ^ isText);
    this.#high = (this.#high + high) | 0;
    this.#low = (this.#low + low) | 0;
  }
}

/** Whether the object has no documented field, so that it is a value by itself. */
function isWithoutFields(node: FieldNode, value: object): boolean {
  for (const name in value) if (node.fields.has(name)) return false;
  return true;
}

/** A name that may be a value, such as an IBAN or an id, is `*`. */
function shownName(name: string): string {
  return /^[A-Za-z_$][\w$.-]{0,63}$/.test(name) && !/\d{4}/.test(name) ? pointerToken(name) : '*';
}

/** `V1 payment`, `V2 import`, or the status of an answer. */
function treeOf(name: string): FieldNode {
  const root = newNode();
  const [version, kind] = name.split(' ') as [Version, RequestKind | undefined];
  if (kind !== undefined) for (const row of table[kind]) addRequestRow(root, row, kind, version);
  else
    for (const row of table.answers) {
      const path = row.from?.startsWith(`${name}#`) ? row.from.slice(name.length + 1) : 'header.';
      if (!path.startsWith('header.')) nodeAt(root, path).row = rowName(row);
    }
  return root;
}

function addRequestRow(root: FieldNode, row: FieldRow, kind: RequestKind, version: Version): void {
  const path = version === 'V1' ? row.from : row.to;
  if (path === null) return;
  const node = nodeAt(root, path);
  // A currency is there to be known, and no part of the content.
  if (row.from === null) return;
  const seed = row.to === null ? 0 : hashHalves(`${kind} ${row.to}`, 1)[1] || 1;
  const isList = path.endsWith('[]');
  for (const each of isList ? [node, nodeAt(root, path.slice(0, -2))] : [node]) {
    each.row = rowName(row, kind);
    each.seed = seed;
    each.isIban = row.by === 'iban';
    each.isAnyOrder = isAnyOrder(row, table.codes);
  }
  if (version === 'V1' && row.to !== null && row.type !== 'object')
    node.convert = converterOf(row, table.codes, 'V1 to V2');
}

function nodeAt(root: FieldNode, path: string): FieldNode {
  return namesOf(path).reduce((node, name) => {
    const below = (name === '[]' ? node.item : node.fields.get(name)) ?? newNode();
    if (name === '[]') node.item = below;
    else node.fields.set(name, below);
    return below;
  }, root);
}

function newNode(): FieldNode {
  return { seed: 0, isIban: false, isAnyOrder: false, fields: new Map() };
}
