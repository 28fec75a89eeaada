import { connectionStore } from './realtime.ts';

/** Calls back at moments of the page and its socket that a lesson reacts to. Returns a function that stops it. */
export function watchPage({ onLookedAt, onSocketLost }: { onLookedAt: () => void; onSocketLost: () => void }): () => void {
  const look = () => document.visibilityState !== 'hidden' && onLookedAt();
  let status = connectionStore.get().status;
  const unsubscribe = connectionStore.subscribe(() => {
    const before = status;
    status = connectionStore.get().status;
    if (before === 'online' && status !== 'online') onSocketLost();
  });
  addEventListener('focus', look);
  addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    unsubscribe();
    removeEventListener('focus', look);
    removeEventListener('online', look);
    document.removeEventListener('visibilitychange', look);
  };
}
