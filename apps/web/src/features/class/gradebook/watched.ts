type Listener = () => void;

/** A store whose rows and whole are watched separately, so that an edit renders one row again. */
export class Watched {
  private readonly rowListeners = new Map<number, Set<Listener>>();
  private readonly rowVersions = new Map<number, number>();
  private readonly listeners = new Set<Listener>();
  private version = 0;

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  getVersion = (): number => this.version;

  subscribeRow(id: number, listener: Listener): () => void {
    const known = this.rowListeners.get(id) ?? new Set();
    this.rowListeners.set(id, known.add(listener));
    return () => void known.delete(listener);
  }
  rowVersion(id: number): number {
    return this.rowVersions.get(id) ?? 0;
  }

  /** Notifies the watchers of the given rows, by id, and of the whole. */
  protected tell(ids: Iterable<number>): void {
    for (const id of ids) {
      this.rowVersions.set(id, this.rowVersion(id) + 1);
      for (const listener of this.rowListeners.get(id) ?? []) listener();
    }
    this.version++;
    for (const listener of this.listeners) listener();
  }
}
