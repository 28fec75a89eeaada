/** Tells the other tabs of this device that an account's items have changed. */
export interface TabChannel {
  tell: (account_id: number) => void;
  /** Returns the way to stop hearing. */
  hear: (listener: (account_id: number) => void) => () => void;
}

const NAME = 'classwright-outbox';

/** Without the means (very old browsers) tabs learn of each other's items when they next send. */
export function openTabChannel(): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, hear: () => () => undefined };
  const channel = new BroadcastChannel(NAME);
  // in Node a channel keeps the process alive
  (channel as { unref?: () => void }).unref?.();
  return {
    tell: (account_id) => {
      try {
        channel.postMessage(account_id);
      } catch {
        // closed: an attempt ended after this tab had stopped listening
      }
    },
    hear: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>) => typeof data === 'number' && listener(data);
      channel.addEventListener('message', onMessage);
      return () => {
        channel.removeEventListener('message', onMessage);
        channel.close();
      };
    },
  };
}
