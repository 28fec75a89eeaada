import { PROTOCOL_VERSION } from '@classwright/contract/protocol';
import { createStore } from './store.ts';

const store = createStore(false);

/** True once the server uses a newer wire version than this page, because it was upgraded while the page was open. */
export const pageOldStore = { get: store.get, subscribe: store.subscribe };

/**
 * Records the server's version in an answer. All answers have it, including those that authorize channels of a new
 * socket; a proxy's own does not.
 */
export function noteServerProtocol(number: string | null): void {
  if (Number(number) > PROTOCOL_VERSION && !store.get()) store.set(true);
}
