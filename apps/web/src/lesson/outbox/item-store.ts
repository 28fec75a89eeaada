import { createMemoryStore as createMemory, type KeptStore } from '../../base/keeping/kept-store.ts';
import type { OutboxItem } from './item.ts';

/** The store of answers and drafts. */
export type ItemStore = KeptStore<OutboxItem>;

/** Stores items for the lifetime of the page. */
export const createMemoryStore = (): ItemStore => createMemory<OutboxItem>();
