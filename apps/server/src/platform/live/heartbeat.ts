import { monotonicMs } from '../clock.ts';
import type { LiveCounters } from './counters.ts';
import { PING_FRAME } from './frames.ts';
import type { Hub } from './hub.ts';

/**
 * Pings sockets that have been silent for the activity timeout and ends those that stay silent as long again: a phone
 * that lost its network says no goodbye. Answers a function that stops it.
 */
export function startHeartbeat(hub: Hub, activityTimeoutMs: number, counters: LiveCounters): () => void {
  const timer = setInterval(() => {
    const now = monotonicMs();
    for (const connection of hub.sockets.values()) {
      const silentMs = now - connection.lastHeardAtMs;
      if (silentMs >= 2 * activityTimeoutMs) {
        counters.droppedSilent += 1;
        connection.destroy();
      } else if (silentMs >= activityTimeoutMs) {
        connection.write(PING_FRAME);
      }
    }
  }, activityTimeoutMs / 6);
  timer.unref();
  return () => clearInterval(timer);
}
