/** The flows of one version, for `compare --recorded`, in columns of numbers: an object for each would take many times the memory. */
import type { ComparedField } from '../../../contracts/src/migration/compare-requests.ts';
import type { RecordSource } from '../../../contracts/src/records/recorded-flows.ts';
import type { FoundFlow } from './read-flows.ts';

export class FlowColumns {
  readonly #files: string[] = [];
  /** File, index and line (0 for none) of every source: those of a flow are its own and those of its submissions. */
  readonly #sources = new NumberColumn(Uint32Array);
  /** Of each flow, where its sources begin. */
  readonly #starts = new NumberColumn(Uint32Array);
  readonly contents = new NumberColumn(Uint32Array);
  /** What has no time comes last, as it was read. */
  readonly times = new NumberColumn(Float64Array);
  /** What fails, or is to be confirmed, whatever the counterpart holds. */
  readonly own: (readonly ComparedField[])[] = [];

  get count(): number {
    return this.contents.length;
  }

  add({ call, submissions }: FoundFlow, content: number, own: readonly ComparedField[]): void {
    this.#starts.push(this.#sources.length);
    for (const { file, index, line = 0 } of [call.source, ...submissions]) {
      if (this.#files.at(-1) !== file) this.#files.push(file);
      for (const value of [this.#files.length - 1, index, line]) this.#sources.push(value);
    }
    this.contents.push(content);
    this.times.push(call.time ?? Number.MAX_VALUE);
    this.own.push(own);
  }

  /** That of the call, then those of the submissions. */
  sources(flow: number): [RecordSource, ...RecordSource[]] {
    const end = flow + 1 < this.count ? this.#starts.at(flow + 1) : this.#sources.length;
    const found: RecordSource[] = [];
    for (let at = this.#starts.at(flow); at < end; at += 3) {
      const [of, index, line] = [0, 1, 2].map((next) => this.#sources.at(at + next)) as [
        number,
        number,
        number,
      ];
      found.push({ file: this.#files[of] ?? '', index, ...(line && { line }) });
    }
    return found as [RecordSource, ...RecordSource[]];
  }

  /** By content, then by time. */
  inOrder(): Uint32Array {
    const { contents, times } = this;
    const order = (one: NumberColumn, a: number, b: number) => one.at(a) - one.at(b);
    return new Uint32Array(this.count)
      .map((_, flow) => flow)
      .sort((a, b) => order(contents, a, b) || order(times, a, b) || a - b);
  }
}

/** A list of numbers that grows: an array takes at least eight bytes for each. */
class NumberColumn {
  readonly #type: Uint32ArrayConstructor | Float64ArrayConstructor;
  #numbers: Uint32Array | Float64Array;
  length = 0;

  constructor(type: Uint32ArrayConstructor | Float64ArrayConstructor) {
    this.#type = type;
    this.#numbers = new type(1024);
  }

  /** NaN past the end. */
  at(index: number): number {
    return this.#numbers[index] ?? Number.NaN;
  }

  push(value: number): void {
    if (this.length === this.#numbers.length) {
      const all = new this.#type(this.length * 2);
      all.set(this.#numbers);
      this.#numbers = all;
    }
    this.#numbers[this.length++] = value;
  }
}
