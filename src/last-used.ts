/** Remembers what was computed for the keys that were asked for last, `most` of them. */
export class LastUsed<Key, Value> {
  private readonly known = new Map<Key, Value>();

  constructor(private readonly most: number) {}

  /** The value of a key, where it is remembered. */
  peek(key: Key): Value | undefined {
    return this.known.get(key);
  }

  /** The value of a key: the one that is remembered, or a new one. What throws is not remembered. */
  get(key: Key, compute: () => Value): Value {
    const { known } = this;
    const value = known.has(key) ? (known.get(key) as Value) : compute();
    // A Map keeps the order of insertion: the first key is the one that was not asked for the longest.
    known.delete(key);
    known.set(key, value);
    if (known.size > this.most) known.delete(known.keys().next().value as Key);
    return value;
  }
}
