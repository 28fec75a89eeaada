/** Notifies the other tabs of this device that an account's items have changed. */
export interface TabChannel {
  tell: (account_id: number) => void;
  /** Subscribes a listener. Returns a function that unsubscribes it. */
  hear: (listener: (account_id: number) => void) => () => void;
}

const NAME = 'classwright-outbox';

/** Opens the channel. In very old browsers without support, tabs see each other's items when they next send. */
export function openTabChannel(): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, hear: () => () => undefined };
  const channel = new BroadcastChannel(NAME);
  // In Node a channel keeps the process alive.
  (channel as { unref?: () => void }).unref?.();
  return {
    tell: (account_id) => {
      try {
        channel.postMessage(account_id);
      } catch {
        // Closed: an attempt ended after this tab had stopped listening.
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
