/** The command that runs the cases of one clause again. */

export function repeatCommand(clause: string): string {
  return `npm run verify -- --only ${clause}`;
}
