/** The flows of one version, for `compare --recorded`, in columns of numbers: an object for each would take many times the memory. */
import type { ComparedField } from '../../../contracts/src/migration/compare-requests.ts';
import type { RecordSource } from '../../../contracts/src/records/recorded-flows.ts';
import type { FoundFlow } from './read-flows.ts';

export class FlowColumns {
  readonly #files: string[] = [];
  /** File, index and line (0 for none) of every source: those of a flow are its own and those of its submissions. */
  readonly #sources: number[] = [];
  /** Of each flow, where its sources begin. */
  readonly #starts: number[] = [];
  readonly contents: number[] = [];
  /** What has no time comes last, as it was read. */
  readonly times: number[] = [];
  /** What fails, or is to be confirmed, whatever the counterpart holds. */
  readonly own: (readonly ComparedField[])[] = [];

  get count(): number {
    return this.contents.length;
  }

  add({ call, submissions }: FoundFlow, content: number, own: readonly ComparedField[]): void {
    this.#starts.push(this.#sources.length);
    for (const { file, index, line = 0 } of [call.source, ...submissions]) {
      if (this.#files.at(-1) !== file) this.#files.push(file);
      this.#sources.push(this.#files.length - 1, index, line);
    }
    this.contents.push(content);
    this.times.push(call.time ?? Number.MAX_VALUE);
    this.own.push(own);
  }

  /** That of the call, then those of the submissions. */
  sources(flow: number): [RecordSource, ...RecordSource[]] {
    const end = this.#starts[flow + 1] ?? this.#sources.length;
    const found: RecordSource[] = [];
    for (let at = this.#starts[flow] as number; at < end; at += 3) {
      const [of = 0, index = 0, line] = this.#sources.slice(at, at + 3);
      found.push({ file: this.#files[of] ?? '', index, ...(line && { line }) });
    }
    return found as [RecordSource, ...RecordSource[]];
  }

  /** By content, then by time. */
  inOrder(): Uint32Array {
    const { contents, times } = this;
    const order = (one: number[], a: number, b: number) => (one[a] as number) - (one[b] as number);
    return new Uint32Array(contents.keys()).sort(
      (a, b) => order(contents, a, b) || order(times, a, b) || a - b,
    );
  }
}
