import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** Returns the value of a store and renders again whenever it changes. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
