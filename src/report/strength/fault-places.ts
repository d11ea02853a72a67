/** Where each fault of the catalogue is written: its file, and the line on which it begins, from 1. */
import { Stop } from '../../../contracts/src/contract/stop.ts';

export interface FaultPlace<Fault> {
  readonly fault: Fault;
  readonly path: string;
  readonly line: number;
}

/** Texts by path. Throws Stop 2 for a fault that stands in none of them: the catalogue was generated from others. */
export function faultPlaces<Fault extends { readonly id: string }>(
  files: ReadonlyMap<string, string>,
  faults: readonly Fault[],
): FaultPlace<Fault>[] {
  const places = new Map([...files].flatMap(([path, text]) => beginnings(path, text)));
  return faults.map((fault) => {
    const place = places.get(fault.id);
    if (place === undefined)
      throw new Stop(2, `no file of faults has a line "- id: ${fault.id}"; npm run generate reads them anew`);
    return { fault, ...place };
  });
}

function beginnings(path: string, text: string) {
  return text.split('\n').flatMap((content, index) => {
    const id = /^\s*- id: (\S+)\s*$/.exec(content)?.[1];
    return id === undefined ? [] : [[id, { path, line: index + 1 }] as const];
  });
}
