/** Puts what stands in openapi/messages/, a file a trigger event, where the documents name every event. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BaseResolver, type Source } from '@redocly/openapi-core';
import type { Document, Operation } from './documents.ts';
import { PROJECT, readYaml } from './project.ts';
import type { Schema } from './schema.ts';

const FOLDER = 'openapi/messages';

/** `<Name>Params`, and where the event has its own, `<Name>Details`, stand in it beside these. */
interface EventFile {
  /** In the list of trigger events of the documentation, from 1 on. */
  readonly place: number;
  readonly message: { readonly post: Operation };
  readonly ruleExamples: Readonly<Record<'minimal' | 'full', unknown>>;
}

interface Event {
  readonly name: string;
  readonly file: string;
  readonly place: number;
  readonly ruleExamples: EventFile['ruleExamples'];
  readonly params: string;
  readonly areParamsRequired: boolean;
  readonly details: readonly string[];
}

/** The places that name every event, and what they hold of them. */
const PLACES: Readonly<Record<string, (parsed: never, events: readonly Event[]) => void>> = {
  'openapi/access.yaml': (document: { webhooks: object; components: Document['components'] }, events) => {
    document.webhooks = each(events, ({ name, file }) => [[name, { $ref: `messages/${file}#/message` }]]);
    const schemas = each(events, ({ file, details }) =>
      details.map((schema) => [schema, { $ref: `messages/${file}#/${schema}` }]),
    );
    Object.assign(document.components, { schemas });
  },
  'openapi/schemas/notification-rule.yaml': (rule: Schema, events) => {
    Object.assign(rule.properties?.['triggerEvent'] ?? {}, { enum: events.map(({ name }) => name) });
    rule.anyOf = events.map(({ name, file, params, areParamsRequired }) => ({
      ...(areParamsRequired && { required: ['params'] }),
      properties: { triggerEvent: { const: name }, params: { $ref: `../messages/${file}#/${params}` } },
    }));
  },
  'openapi/paths/notification-rules.yaml': ({ post }: { post: Operation }, events) => {
    const [body] = Object.values(post.requestBody?.content ?? {});
    const examples = each(events, ({ file, ruleExamples }) =>
      Object.entries(ruleExamples).map(([which, example]) => [
        camelCase(`${file.replace('.yaml', '')}-${which}`),
        example,
      ]),
    );
    Object.assign(body ?? {}, { examples });
  },
};

/** Reads the documents with what the files of the events add to them. */
export class EventResolver extends BaseResolver {
  readonly #events: readonly Event[];

  /** Throws for a file that lacks something or whose place is not its own. */
  constructor(folder = FOLDER) {
    super();
    this.#events = eventsIn(folder);
  }

  override parseDocument(source: Source, isRoot?: boolean) {
    const document = super.parseDocument(source, isRoot);
    const place = Object.keys(PLACES).find((path) => source.absoluteRef === join(PROJECT, path));
    if (place) PLACES[place]?.(document.parsed as never, this.#events);
    return document;
  }
}

/** In the order of their places. */
function eventsIn(folder: string): Event[] {
  const found = readdirSync(join(PROJECT, folder)).map((file) => eventOf(folder, file));
  const sorted = found.sort((a, b) => a.place - b.place);
  const odd = sorted.find(({ place }, index) => place !== index + 1);
  if (odd)
    throw new Error(`${folder}/${odd.file}: place is ${odd.place}, which leaves a gap or stands twice`);
  return sorted;
}

function eventOf(folder: string, file: string): Event {
  const { place, message, ruleExamples, ...schemas } = readYaml(`${folder}/${file}`) as EventFile;
  const params = Object.keys(schemas).find((name) => name.endsWith('Params'));
  const [body] = Object.values(message.post.requestBody?.content ?? {});
  const name = body?.schema.properties?.['triggerEvent']?.const;
  if (params === undefined || typeof name !== 'string' || !ruleExamples)
    throw new Error(
      `${folder}/${file}: an event has a place, ...Params, ruleExamples and a message that names it`,
    );
  const { required = [] } = (schemas as Readonly<Record<string, Schema>>)[params] ?? {};
  const details = Object.keys(schemas).filter((schema) => schema.endsWith('Details'));
  return { name, file, place, ruleExamples, params, areParamsRequired: required.length > 0, details };
}

function each(events: readonly Event[], rows: (event: Event) => readonly (readonly [string, unknown])[]) {
  return Object.fromEntries(events.flatMap(rows));
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
