/** The value of a setting as a target file writes it, on one line: YAML in its flow style. */
import { oneLine } from './show.ts';

const BARE = /^[A-Za-z/.][\w./-]*$/;
const WORDS = ['true', 'false', 'null', 'yes', 'no', 'on', 'off'];

export function settingText(value: unknown): string {
  if (typeof value === 'string') {
    const isBare = BARE.test(value) && !WORDS.includes(value.toLowerCase());
    return isBare || /^\d+\.\d+\.\d+$/.test(value) ? value : JSON.stringify(oneLine(value));
  }
  if (Array.isArray(value)) return `[${value.map(settingText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([name, part]) => `${settingText(name)}: ${settingText(part)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
