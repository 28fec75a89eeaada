import { createMemoryStore as createMemory, type KeptStore } from '../../base/keeping/kept-store.ts';
import type { OutboxItem } from './item.ts';

/** Where answers and drafts are kept. */
export type ItemStore = KeptStore<OutboxItem>;

/** Keeps items as long as the page lives. */
export const createMemoryStore = (): ItemStore => createMemory<OutboxItem>();
