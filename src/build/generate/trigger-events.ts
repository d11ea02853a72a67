/** Puts what stands in openapi/messages/, a file a trigger event, where the documents name every event. */
import { join } from 'node:path';
import { BaseResolver, type Source } from '@redocly/openapi-core';
import { PROJECT } from '../project.ts';
import { type Event, eventFiles } from './event-files.ts';
import type { Document, Operation, Schema } from './openapi-documents.ts';

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

  /** Throws as eventFiles does. */
  constructor(folder?: string) {
    super();
    this.#events = eventFiles(folder);
  }

  override parseDocument(source: Source, isRoot?: boolean) {
    const document = super.parseDocument(source, isRoot);
    const place = Object.keys(PLACES).find((path) => source.absoluteRef === join(PROJECT, path));
    if (place) PLACES[place]?.(document.parsed as never, this.#events);
    return document;
  }
}

function each(events: readonly Event[], rows: (event: Event) => readonly (readonly [string, unknown])[]) {
  return Object.fromEntries(events.flatMap(rows));
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
