/** The edit of a catalogued fault in words. */
import type { Edit } from '../contract/fault-row.ts';

export function editText(edit: Edit): string {
  if ('status' in edit) return `answers with the status ${edit.status}`;
  if ('header' in edit) return headerText(edit);
  if ('accept' in edit || 'refuse' in edit) return decisionText(edit);
  if ('function' in edit) return `what the function ${edit.function} does; no edit can say it`;
  if ('set' in edit) return `puts ${JSON.stringify(edit.to)} at ${placeText(edit.set)}`;
  if ('remove' in edit) return `takes ${placeText(edit.remove)} away`;
  if ('rename' in edit) return `renames ${placeText(edit.rename)} to ${edit.to}`;
  if ('copy' in edit) return `copies ${placeText(edit.copy)} to ${edit.to}`;
  if ('swap' in edit) return `swaps ${placeText(edit.swap)} with ${edit.with}`;
  if ('recode' in edit) return `writes ${placeText(edit.recode)} otherwise: ${edit.by}`;
  if ('keep' in edit) return `keeps the first value of ${placeText(edit.keep)} for ever`;
  if ('rotate' in edit) return `gives each ${placeText(edit.rotate)} the value of the next one`;
  if ('repeat' in edit) return `repeats the first item of ${placeText(edit.repeat)}`;
  if ('drop' in edit) return `drops the last item of ${placeText(edit.drop)}`;
  if ('reverse' in edit) return `turns ${placeText(edit.reverse)} around`;
  return `cuts ${placeText(edit.truncate)} to ${edit.to} items`;
}

function headerText({ header, to, from }: Extract<Edit, { header: string }>): string {
  if (to !== undefined) return `sets the header ${header} to ${JSON.stringify(to)}`;
  if (from !== undefined) return `sets the header ${header} to what stands at ${from}`;
  return `takes the header ${header} away`;
}

function decisionText(edit: Extract<Edit, { accept: string } | { refuse: string }>): string {
  const { where, like, without } = edit;
  const does = 'accept' in edit ? `lets pass (${edit.accept})` : `refuses (${edit.refuse})`;
  const which = [
    ...(where === undefined ? [] : [`with ${where}`]),
    ...(like === undefined ? [] : [`like ${like}`]),
    ...(without === undefined ? [] : [`without ${without}`]),
  ];
  return `${does} requests${which.map((part) => ` ${part}`).join('')}`;
}

/** A JSON Pointer; the empty one is the whole. */
function placeText(pointer: string): string {
  return pointer === '' ? 'the whole' : pointer;
}
