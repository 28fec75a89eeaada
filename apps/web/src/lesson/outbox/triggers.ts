import { connectionStore } from '../../base/realtime.ts';
import type { Outbox } from './outbox.ts';

/**
 * Wakes the outbox when sending may work again: the network is back, the socket has connected, or the person looks at
 * the page. It also handles the page going into the background or closing. Returns a function that stops it.
 */
export function startTriggers(outbox: Outbox): () => void {
  const wake = () => void outbox.wake();
  const onVisibility = () => wake(); // put aside: the last calm moment to send a draft; looked at again: a good one
  const onPageHide = () => outbox.leave();
  let wasOnline = connectionStore.get().status === 'online';
  const unsubscribe = connectionStore.subscribe(() => {
    const isOnline = connectionStore.get().status === 'online';
    if (isOnline && !wasOnline) wake();
    wasOnline = isOnline;
  });
  addEventListener('online', wake);
  addEventListener('focus', wake);
  addEventListener('pageshow', wake);
  addEventListener('pagehide', onPageHide);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    unsubscribe();
    removeEventListener('online', wake);
    removeEventListener('focus', wake);
    removeEventListener('pageshow', wake);
    removeEventListener('pagehide', onPageHide);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
