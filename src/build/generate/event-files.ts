/** Reads the files of openapi/messages/, one a trigger event, which give the events their names and their order. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, readYaml } from '../project.ts';
import type { Operation, Schema } from './openapi-documents.ts';

const FOLDER = 'openapi/messages';

/** `<Name>Params`, and where the event has its own, `<Name>Details`, stand in it beside these. */
interface EventFile {
  /** In the list of trigger events of the documentation, from 1 on. */
  readonly place: number;
  readonly message: { readonly post: Operation };
  readonly ruleExamples: Readonly<Record<'minimal' | 'full', unknown>>;
}

export interface Event {
  readonly name: string;
  readonly file: string;
  readonly place: number;
  readonly ruleExamples: EventFile['ruleExamples'];
  readonly params: string;
  readonly areParamsRequired: boolean;
  readonly details: readonly string[];
}

/** In the order of their places. Throws for a file that lacks something or whose place is not its own. */
export function eventFiles(folder = FOLDER): Event[] {
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
