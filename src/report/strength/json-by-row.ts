/** JSON with a line for each item of its lists, so that a change of one is a line of a diff. */

export function jsonByRow(content: object): string {
  const fields = Object.entries(content).map(([name, value]) => {
    const rows = Array.isArray(value) ? value.map((row) => JSON.stringify(row)) : undefined;
    return `${JSON.stringify(name)}: ${rows ? `[\n${rows.join(',\n')}\n]` : JSON.stringify(value)}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}
