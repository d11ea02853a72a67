/** Checks values by JSON Schemas, with the keywords that the schemas of this project use. */
import { isObject, pointerToken } from './json-value.ts';

export interface SchemaError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
}

export interface Validate {
  (value: unknown): boolean;
  /** The errors of the latest call, null when the value was valid. */
  errors?: SchemaError[] | null;
}

export interface SchemaNode {
  'x-clauses'?: string[];
  'x-not-shown'?: string;
  'x-open'?: string[];
  'x-personal'?: boolean;
  'x-encrypted'?: boolean;
  $ref?: string;
  $defs?: Record<string, SchemaNode>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  required?: string[];
  minProperties?: number;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: boolean | SchemaNode;
  items?: SchemaNode;
  minItems?: number;
  maxItems?: number;
  contains?: SchemaNode;
  allOf?: SchemaNode[];
  anyOf?: SchemaNode[];
  if?: SchemaNode;
  then?: SchemaNode;
}

export interface Compiled {
  validate: Validate;
  schema: SchemaNode;
}

/** Functions that say whether a text has a format, by its name. */
export type Formats = Readonly<Record<string, (text: string) => boolean>>;

export interface CompilerOptions {
  /** Refuses fields that are not described and keeps the keywords of `x-open`, as what we send ourselves does. */
  readonly isClosed?: boolean;
  /** Code that says of most valid values that they are valid, faster than the schema does. */
  readonly isValid?: (value: unknown) => boolean;
}

/** The validator of a schema. When it is first used it throws for a keyword or format that it does not know. */
export function compiled(
  schema: SchemaNode,
  formats: Formats,
  { isClosed = false, isValid }: CompilerOptions = {},
): Compiled {
  let check: Check | undefined;
  const validate: Validate = (value) => {
    validate.errors = null;
    if (isValid?.(value)) return true;
    check ??= new Compiler(schema, formats, isClosed).check(schema, '#');
    const errors: SchemaError[] = [];
    check(value, '', errors);
    if (errors.length > 0) validate.errors = errors;
    return errors.length === 0;
  };
  return { validate, schema };
}

/** Adds the errors of a value, which is at a JSON Pointer. */
type Check = (value: unknown, at: string, errors: SchemaError[]) => void;
type Holds = (value: unknown) => boolean;

class Compiler {
  readonly formats: Formats;
  readonly #root: SchemaNode;
  readonly #isClosed: boolean;
  readonly #referenced = new Map<string, Check>();

  constructor(root: SchemaNode, formats: Formats, isClosed: boolean) {
    this.#root = root;
    this.formats = formats;
    this.#isClosed = isClosed;
  }

  check(written: SchemaNode, path: string): Check {
    const node = this.#isClosed ? closed(written) : withoutOpenKeywords(written);
    const unknown = Object.keys(node).find(
      (name) => !(name in RULES || name in PARTS || ANNOTATIONS.test(name)),
    );
    if (unknown !== undefined) throw new Error(`${path} has the keyword ${unknown}, which is not checked`);
    const rules = Object.entries(RULES).flatMap(([keyword, ruleOf]) => {
      const { holds, params = {} } = (keyword in node && ruleOf(node, path, this)) || {};
      if (!holds) return [];
      const schemaPath = `${path}/${keyword}`;
      return (value: unknown, instancePath: string, errors: SchemaError[]): void => {
        if (!holds(value)) errors.push({ instancePath, schemaPath, keyword, params });
      };
    });
    const parts = Object.entries(PARTS).flatMap(([keyword, partOf]) =>
      keyword in node ? partOf(node, path, this) : [],
    );
    return all([...rules, ...parts]);
  }

  fits(node: SchemaNode, path: string): Holds {
    const check = this.check(node, path);
    return (value) => {
      const errors: SchemaError[] = [];
      check(value, '', errors);
      return errors.length === 0;
    };
  }

  /** Of a part of the same schema, such as `#/$defs/name`. Made when it is used: a part may refer to itself. */
  referenced(ref: string): Check {
    const known = this.#referenced.get(ref);
    if (known) return known;
    const node = this.#root.$defs?.[ref.replace('#/$defs/', '')];
    if (node === undefined) throw new Error(`there is no ${ref}`);
    const check = this.check(node, ref);
    this.#referenced.set(ref, check);
    return check;
  }
}

const ANNOTATIONS = /^(\$schema|\$comment|\$defs|title|description|default|examples|then|x-.*)$/;

/** `x-open` names the keywords that only what we send has to keep, since the documentation does not show them. */
export function withoutOpenKeywords({ 'x-open': open = [], ...node }: SchemaNode): SchemaNode {
  return Object.fromEntries(Object.entries(node).filter(([name]) => !open.includes(name)));
}

function closed(node: SchemaNode): SchemaNode {
  return node.type === 'object' && node.properties ? { ...node, additionalProperties: false } : node;
}

function all(checks: readonly Check[]): Check {
  return (value, at, errors) => {
    for (const check of checks) check(value, at, errors);
  };
}

const TYPES: Readonly<Record<string, Holds>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  integer: Number.isInteger,
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

/** The keywords on a value as a whole: what holds for a valid one, and the params of the error of another. */
type Rule = { readonly holds: Holds; readonly params?: SchemaError['params'] };
type RuleOf = (node: SchemaNode, path: string, compiler: Compiler) => Rule | undefined;
const RULES: Readonly<Record<string, RuleOf>> = {
  type: ({ type = [] }) => {
    const types = [type].flat().map((name) => TYPES[name]);
    return { holds: (value) => types.some((is) => is?.(value)), params: { type } };
  },
  maximum: ({ maximum: limit = 0 }) => ofNumbers(limit, (value) => value <= limit),
  minimum: ({ minimum: limit = 0 }) => ofNumbers(limit, (value) => value >= limit),
  exclusiveMinimum: ({ exclusiveMinimum: limit = 0 }) => ofNumbers(limit, (value) => value > limit),
  pattern: ({ pattern = '', format = '' }, _path, { formats }) => {
    // Our formats include their patterns, and one violation is one error.
    if (format in formats) return undefined;
    const form = new RegExp(pattern, 'u');
    return { holds: (value) => typeof value !== 'string' || form.test(value), params: { pattern } };
  },
  format: ({ format = '' }, path, { formats }) => {
    const is = formats[format];
    if (is) return { holds: (value) => typeof value !== 'string' || is(value), params: { format } };
    if (format === 'password') return undefined;
    throw new Error(`${path} has the format ${format}, which is not checked`);
  },
  const: ({ const: allowedValue }) => ({
    holds: (value) => value === allowedValue,
    params: { allowedValue },
  }),
  enum: ({ enum: allowedValues = [] }) => ({
    holds: (value) => allowedValues.includes(value),
    params: { allowedValues },
  }),
  anyOf: ({ anyOf = [] }, path, compiler) => {
    const branches = anyOf.map((branch) => compiler.fits(branch, path));
    return { holds: (value) => branches.some((fits) => fits(value)) };
  },
  maxItems: ({ maxItems: limit = 0 }) => ofLists(limit, (items) => items.length <= limit),
  minItems: ({ minItems: limit = 0 }) => ofLists(limit, (items) => items.length >= limit),
  contains: ({ contains = {} }, path, compiler) =>
    ofLists(1, (items) => items.some(compiler.fits(contains, path))),
  minProperties: ({ minProperties: limit = 0 }) => ({
    holds: (value) => !isObject(value) || Object.keys(value).length >= limit,
    params: { limit },
  }),
};

function ofNumbers(limit: number, holds: (value: number) => boolean): Rule {
  return { holds: (value) => typeof value !== 'number' || holds(value), params: { limit } };
}

function ofLists(limit: number, holds: (items: readonly unknown[]) => boolean): Rule {
  return { holds: (value) => !Array.isArray(value) || holds(value), params: { limit } };
}

/** The keywords on parts of a value, and those that join schemas. */
type PartOf = (node: SchemaNode, path: string, compiler: Compiler) => Check;
const PARTS: Readonly<Record<string, PartOf>> = {
  $ref: ({ $ref = '' }, _path, compiler) => {
    return (value, at, errors) => compiler.referenced($ref)(value, at, errors);
  },
  allOf: ({ allOf = [] }, path, compiler) =>
    all(allOf.map((part, index) => compiler.check(part, `${path}/allOf/${index}`))),
  if: ({ if: condition = {}, then = {} }, path, compiler) => {
    const fits = compiler.fits(condition, path);
    const check = compiler.check(then, `${path}/then`);
    return (value, at, errors) => {
      if (fits(value)) check(value, at, errors);
    };
  },
  items: ({ items = {} }, path, compiler) => {
    const check = compiler.check(items, `${path}/items`);
    return (value, at, errors) => {
      if (!Array.isArray(value)) return;
      for (const [index, item] of value.entries()) check(item, `${at}/${index}`, errors);
    };
  },
  required: ({ required = [] }, path) => {
    const schemaPath = `${path}/required`;
    return (value, instancePath, errors) => {
      if (!isObject(value)) return;
      for (const missingProperty of required.filter((name) => value[name] === undefined))
        errors.push({ instancePath, schemaPath, keyword: 'required', params: { missingProperty } });
    };
  },
  additionalProperties: ({ additionalProperties: others = true, properties = {} }, path, compiler) => {
    const schemaPath = `${path}/additionalProperties`;
    const keyword = 'additionalProperties';
    const check = typeof others === 'object' ? compiler.check(others, schemaPath) : undefined;
    return (value, instancePath, errors) => {
      if (!isObject(value) || others === true) return;
      for (const name of Object.keys(value).filter((name) => !Object.hasOwn(properties, name))) {
        if (check) check(value[name], `${instancePath}/${pointerToken(name)}`, errors);
        else errors.push({ instancePath, schemaPath, keyword, params: { additionalProperty: name } });
      }
    };
  },
  properties: ({ properties = {} }, path, compiler) => {
    const fields = Object.entries(properties).map(([name, node]) => ({
      name,
      step: `/${pointerToken(name)}`,
      check: compiler.check(node, `${path}/properties/${name}`),
    }));
    return (value, at, errors) => {
      if (!isObject(value)) return;
      for (const { name, step, check } of fields)
        if (value[name] !== undefined) check(value[name], at + step, errors);
    };
  },
};
