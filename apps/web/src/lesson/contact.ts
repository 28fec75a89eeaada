import { connectionStore } from '../base/realtime.ts';
import { createStore, type Store } from '../base/store.ts';

/** Whether the school's server can be reached: by the socket, or by calls when the socket is down. */
export interface Contact {
  readonly lost: boolean;
  /** When the server was last heard, in this device's time; null: not yet. */
  readonly lastAt: number | null;
}

const state = createStore<Contact>({ lost: false, lastAt: null });
export const contactStore: Pick<Store<Contact>, 'get' | 'subscribe'> = { get: state.get, subscribe: state.subscribe };

/** The server answered, whatever it said. */
export function noteContact(): void {
  state.set({ lost: false, lastAt: Date.now() });
}

/** A call got no answer. With the socket up that was bad luck; without it contact is lost. */
export function noteSilence(): void {
  if (connectionStore.get().status !== 'online' && !state.get().lost) state.set({ ...state.get(), lost: true });
}

connectionStore.subscribe(() => {
  const { status, lastContactAt } = connectionStore.get();
  if (status === 'online') state.set({ lost: false, lastAt: Math.max(lastContactAt ?? 0, state.get().lastAt ?? 0) || null });
});
if (typeof addEventListener === 'function') addEventListener('offline', () => state.set({ ...state.get(), lost: true }));
