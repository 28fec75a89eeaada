/** A value that can be watched, in the form that React's `useSyncExternalStore` needs. */
export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  /** Watches the value. Returns a function that stops. */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
