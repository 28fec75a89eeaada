import { createDatabaseStore } from '../../base/keeping/device-store.ts';
import type { ItemStore } from './item-store.ts';
import type { OutboxItem } from './item.ts';

/** Stores items in this browser's database. */
export const createDeviceStore = (factory?: IDBFactory): ItemStore => createDatabaseStore<OutboxItem>('classwright-outbox', factory);
