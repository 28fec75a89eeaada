import { PROTOCOL_VERSION } from '@classwright/contract/protocol';
import { createStore } from './store.ts';

const store = createStore(false);

/** Whether the server speaks a newer wire than this page: it was open while the server was upgraded. Stays true. */
export const pageOldStore = { get: store.get, subscribe: store.subscribe };

/** Every answer says the server's number, those that authorise channels of a new socket too; a proxy's own says none. */
export function heardProtocol(number: string | null): void {
  if (Number(number) > PROTOCOL_VERSION && !store.get()) store.set(true);
}
