/** The command that runs the cases of one clause again, on the target that `--target` names so. */

export function repeatCommand(clause: string, chosenBy: string): string {
  return `npm run verify -- --target ${chosenBy} --only ${clause}`;
}
