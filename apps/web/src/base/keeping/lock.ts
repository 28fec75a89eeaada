/** The time for which another tab may hold the lock before this one continues without it. */
const PATIENCE_MS = 10_000;

/**
 * Makes the tabs of an account send one at a time, so that the order is kept and nothing is sent twice unnecessarily.
 * Waiting tabs follow after the holder. A sleeping holder (a tab suspended by a phone) delays nobody for long: sending
 * twice under one key is harmless, not sending is not. Without locks (plain http) each tab sends on its own.
 */
export async function withLock(
  name: string,
  work: () => Promise<void>,
  { locks = globalThis.navigator?.locks, patienceMs = PATIENCE_MS }: { locks?: LockManager | undefined; patienceMs?: number } = {},
): Promise<void> {
  if (!locks) return work();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  let started = false;
  try {
    await locks.request(name, { signal: patience.signal }, async () => {
      clearTimeout(timer);
      started = true;
      await work();
    });
  } catch (error) {
    if (started) throw error;
    await work();
  } finally {
    clearTimeout(timer);
  }
}
