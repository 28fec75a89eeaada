import { monotonicMs } from '../clock.ts';
import type { LiveCounters } from './counters.ts';
import { PING_FRAME } from './frames.ts';
import type { Hub } from './hub.ts';

/**
 * Pings sockets that have been silent for two thirds of the activity timeout and ends those that stay silent for as
 * long again, so within one and a half of it: a phone that lost its network sends no goodbye. Closes those that no
 * sign-in has claimed. Returns a function that stops it.
 */
export function startHeartbeat(hub: Hub, activityTimeoutMs: number, counters: LiveCounters): () => void {
  const pingAfterMs = (activityTimeoutMs * 2) / 3;
  const timer = setInterval(() => {
    const now = monotonicMs();
    hub.strangers.closeOverdue(now);
    for (const connection of hub.sockets.values()) {
      const silentMs = now - connection.lastHeardAtMs;
      if (silentMs >= 2 * pingAfterMs) {
        counters.droppedSilent += 1;
        connection.destroy();
      } else if (silentMs >= pingAfterMs) {
        connection.write(PING_FRAME);
      }
    }
  }, activityTimeoutMs / 12);
  timer.unref();
  return () => clearInterval(timer);
}
