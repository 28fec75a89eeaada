import { keepWhileItWorks, type KeepingStore as Keeping } from '../../base/keeping/keeping-store.ts';
import { addLeftItem } from './changes.ts';
import { createDeviceStore } from './device-store.ts';
import type { ItemStore } from './item-store.ts';
import type { OutboxItem } from './item.ts';

export type KeepingStore = Keeping<OutboxItem>;

/** The device's store while it works, then memory. */
export const createKeepingStore = (device: ItemStore = createDeviceStore()): KeepingStore => keepWhileItWorks(device, addLeftItem);
