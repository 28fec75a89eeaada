import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** The value of a store, rendered anew whenever it changes. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
