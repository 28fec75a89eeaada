import { connectionStore } from '../base/realtime.ts';
import { createStore, type Store } from '../base/store.ts';

/** The connection to the school's server: by the socket, or by calls while the socket is down. */
export interface Contact {
  readonly lost: boolean;
  /** The time of the server's last response, by this device's clock; null if none yet. */
  readonly lastAt: number | null;
}

const state = createStore<Contact>({ lost: false, lastAt: null });
export const contactStore: Pick<Store<Contact>, 'get' | 'subscribe'> = { get: state.get, subscribe: state.subscribe };

/** Records that the server responded, with any result. */
export function recordResponse(): void {
  state.set({ lost: false, lastAt: Date.now() });
}

/**
 * Records a call without a response. With the socket up that is a single failure; without it the connection is lost.
 */
export function recordNoResponse(): void {
  if (connectionStore.get().status !== 'online' && !state.get().lost) state.set({ ...state.get(), lost: true });
}

connectionStore.subscribe(() => {
  const { status, lastContactAt } = connectionStore.get();
  if (status === 'online') state.set({ lost: false, lastAt: Math.max(lastContactAt ?? 0, state.get().lastAt ?? 0) || null });
});
if (typeof addEventListener === 'function') addEventListener('offline', () => state.set({ ...state.get(), lost: true }));
