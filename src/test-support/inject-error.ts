/**
 * Loaded before the program (`node --import`): the function that INJECT names as `path name` has a bug at its start: it throws a
 * TypeError.
 */
import { registerHooks } from 'node:module';

const [path = '', name = ''] = (process.env['INJECT'] ?? '').split(' ');

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    return url.endsWith(path) ? { ...loaded, source: throwing(String(loaded.source)) } : loaded;
  },
});

/** The formatter indents a body by two spaces. */
function throwing(source: string): string {
  const start = source.search(new RegExp(`^(export )?(async )?function\\*? ${name}\\b`, 'm'));
  const body = source.indexOf('{\n  ', start) + 1;
  if (start < 0 || body === 0) throw new Error(`${path} has no function ${name}`);
  return `${source.slice(0, body)}\nnull.injected;${source.slice(body)}`;
}
