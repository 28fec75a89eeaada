import { putAway } from './changes.ts';
import { createDeviceStore } from './device-store.ts';
import type { OutboxItem } from './item.ts';
import { openTabChannel } from './tab-channel.ts';

/** What the server refused for good of somebody's answers and drafts, wherever in the app they are. */
export interface RefusedItems {
  list: () => Promise<readonly OutboxItem[]>;
  /** The person has seen it. */
  putAway: (key: string) => Promise<void>;
  /** Calls when it may have changed. Returns the way to stop. */
  hear: (listener: () => void) => () => void;
}

export function openRefused(account_id: number): RefusedItems {
  const store = createDeviceStore();
  return {
    list: async () => (await store.list(account_id)).filter(({ refusal }) => refusal !== null),
    putAway: async (key) => {
      await store.apply(account_id, putAway(key));
    },
    hear: (listener) => openTabChannel().hear((account) => account === account_id && listener()),
  };
}
