/** A tree of words, stored in flat arrays: ten thousand words are some hundred thousand numbers. */
export class Trie {
  readonly #labels: number[] = [0];
  readonly #firstChild: number[] = [-1];
  readonly #nextSibling: number[] = [-1];
  readonly #ends: number[] = [-1];
  /** The root has far more children than any other node. */
  readonly #fromRoot: number[] = [];

  static readonly ROOT = 0;

  /** Adds the path for `steps`. Returns its last node. */
  add(steps: readonly number[]): number {
    return steps.reduce((node, label) => {
      const known = this.child(node, label);
      return known >= 0 ? known : this.#grow(node, label);
    }, Trie.ROOT);
  }

  #grow(parent: number, label: number): number {
    const node = this.#labels.length;
    this.#labels.push(label);
    this.#firstChild.push(-1);
    this.#nextSibling.push(this.#firstChild[parent] as number);
    this.#ends.push(-1);
    this.#firstChild[parent] = node;
    if (parent === Trie.ROOT) this.#fromRoot[label] = node;
    return node;
  }

  /** Returns the node that `label` leads to, or -1. */
  child(node: number, label: number): number {
    if (node === Trie.ROOT) return this.#fromRoot[label] ?? -1;
    let child = this.#firstChild[node] as number;
    while (child >= 0 && this.#labels[child] !== label) child = this.#nextSibling[child] as number;
    return child;
  }

  firstChild(node: number): number {
    return this.#firstChild[node] as number;
  }

  nextSibling(node: number): number {
    return this.#nextSibling[node] as number;
  }

  label(node: number): number {
    return this.#labels[node] as number;
  }

  /** Returns the number that `setEnd` gave a node, or -1. */
  end(node: number): number {
    return this.#ends[node] as number;
  }

  setEnd(node: number, end: number): void {
    this.#ends[node] = end;
  }
}
