/**
 * A cache with a limited number of keys. When it is full, it drops the key that was unused for longest among those that
 * may go.
 */
export class Remembered<T> {
  readonly #values = new Map<string, T>();
  readonly #most: number;
  readonly #make: (key: string) => T;
  readonly #mayGo: (value: T) => boolean;

  constructor(most: number, make: (key: string) => T, mayGo: (value: T) => boolean) {
    this.#most = most;
    this.#make = make;
    this.#mayGo = mayGo;
  }

  get(key: string): T {
    const value = this.#values.get(key) ?? this.#make(key);
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) this.#forgetOne();
    return value;
  }

  get size(): number {
    return this.#values.size;
  }

  #forgetOne(): void {
    for (const [key, value] of this.#values) {
      if (!this.#mayGo(value)) continue;
      this.#values.delete(key);
      return;
    }
  }
}
