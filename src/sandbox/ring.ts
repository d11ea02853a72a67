/** A bounded store of plain data by key, outside the heap: it drops its oldest entries and counts them. */
export interface RingLimits {
  readonly entries: number;
  /** Of all entries together; the newest one stays, however long it is. */
  readonly bytes: number;
}

interface Slot {
  hash: number;
  bytes: number;
  buffer: Buffer;
}

/** A longer buffer is given back as soon as its entry is dropped. */
const LARGE = 4096;
const EMPTY = Buffer.alloc(0);

/**
 * Entries are kept as JSON texts in buffers that are used again. Objects would live long enough to reach the old
 * generation, and a busy sandbox would grow by megabytes between two collections. For the same reason a slot holds the
 * hash of its key only, and there is no index: an entry is searched from the newest to the oldest.
 */
export class Ring<Key extends string | number, Value extends object> {
  readonly #limits: RingLimits;
  readonly #keyOf: (value: Value) => Key;
  readonly #slots: Slot[] = [];
  /** How many entries were ever set, and dropped, since the last clear. */
  #set = 0;
  #dropped = 0;
  #bytes = 0;

  constructor(limits: RingLimits, keyOf: (value: Value) => Key) {
    this.#limits = limits;
    this.#keyOf = keyOf;
  }

  get dropped(): number {
    return this.#dropped;
  }

  get(key: Key): Value | undefined {
    const hash = hashOf(key);
    for (let at = this.#set - 1; at >= this.#dropped; at--) {
      const slot = this.#slotAt(at);
      if (slot.hash !== hash) continue;
      const value = read<Value>(slot);
      if (this.#keyOf(value) === key) return value;
    }
    return undefined;
  }

  /** A key is added once. */
  add(value: Value): void {
    if (this.#set - this.#dropped === this.#limits.entries) this.#drop();
    const text = JSON.stringify(value);
    const slot = this.#slotAt(this.#set++);
    slot.hash = hashOf(this.#keyOf(value));
    slot.bytes = Buffer.byteLength(text);
    if (slot.buffer.length < slot.bytes) slot.buffer = Buffer.allocUnsafe(Math.ceil(slot.bytes / 64) * 64);
    slot.buffer.write(text);
    this.#bytes += slot.bytes;
    while (this.#bytes > this.#limits.bytes && this.#set - this.#dropped > 1) this.#drop();
  }

  /** Oldest first. */
  values(): Value[] {
    return Array.from({ length: this.#set - this.#dropped }, (_, at) =>
      read(this.#slotAt(this.#dropped + at)),
    );
  }

  clear(): void {
    this.#slots.length = 0;
    this.#set = 0;
    this.#dropped = 0;
    this.#bytes = 0;
  }

  #slotAt(count: number): Slot {
    const at = count % this.#limits.entries;
    this.#slots[at] ??= { hash: 0, bytes: 0, buffer: EMPTY };
    return this.#slots[at];
  }

  #drop(): void {
    const slot = this.#slotAt(this.#dropped++);
    this.#bytes -= slot.bytes;
    if (slot.buffer.length > LARGE) slot.buffer = EMPTY;
  }
}

function read<Value>({ buffer, bytes }: Slot): Value {
  return JSON.parse(buffer.toString('utf8', 0, bytes)) as Value;
}

/** FNV-1a, 32 bit: a small whole number, which a slot holds without an object of its own. */
function hashOf(key: string | number): number {
  if (typeof key === 'number') return key | 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash;
}
