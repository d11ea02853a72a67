/** What the project uses of js-yaml, which has no declarations of its own. */
declare module 'js-yaml' {
  /** JSON's types, in YAML's words: no dates, and no tag that makes anything else. */
  export const CORE_SCHEMA: object;

  export function load(text: string, options?: { readonly schema: object }): unknown;

  export class YAMLException extends Error {
    readonly reason: string;
    readonly mark?: { readonly line: number; readonly column: number };
  }
}
