/** A line that GitHub's runner reads from the log: `::error file=…,title=…::…`. */

/** GitHub has no schema for these lines; its own toolkit escapes so. */
export function workflowCommand(
  command: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | undefined>>,
  text: string,
): string {
  const pairs = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${property(value)}`],
  );
  return `::${[command, pairs.join(',')].filter(Boolean).join(' ')}::${data(text)}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
