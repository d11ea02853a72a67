/** The bytes of a content in pieces of this many, as a stream of them arrives. */
export async function* piecesOf(content: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}
