import { dismissRefused } from './changes.ts';
import { createDeviceStore } from './device-store.ts';
import type { OutboxItem } from './item.ts';
import { openTabChannel } from './tab-channel.ts';

/** The answers and drafts of a person that the server refused for good, on any page of the app. */
export interface RefusedItems {
  list: () => Promise<readonly OutboxItem[]>;
  /** Dismisses an item that the person has seen. */
  putAway: (key: string) => Promise<void>;
  /** Calls the listener when they may have changed. Returns a function that stops it. */
  hear: (listener: () => void) => () => void;
}

export function openRefused(account_id: number): RefusedItems {
  const store = createDeviceStore();
  return {
    list: async () => (await store.list(account_id)).filter(({ refusal }) => refusal !== null),
    putAway: async (key) => {
      await store.apply(account_id, dismissRefused(key));
    },
    hear: (listener) => openTabChannel().hear((account) => account === account_id && listener()),
  };
}
