/** One Ctrl-C reaches us up to three times: from the terminal, from npm and from our launcher. */
const sameKeyPressMs = 700;

export interface StopHandlers {
  /** Called for the first request to stop: drains, then ends the process. */
  drain: (reason: string) => Promise<void>;
  /** Called for a second request while draining: ends immediately. */
  abandon: () => void;
}

/**
 * Drains on SIGINT, SIGTERM and SIGHUP and when the launcher disappears. A second SIGINT or SIGTERM that is not the
 * echo of the first stops immediately.
 */
export function handleSignals({ drain, abandon }: StopHandlers): void {
  let drainingSince: number | null = null;
  const stop = (reason: string) => {
    if (drainingSince === null) {
      drainingSince = performance.now();
      void drain(reason);
    } else if (reason !== 'launcher' && performance.now() - drainingSince > sameKeyPressMs) abandon();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
  if (process.connected) {
    process.on('disconnect', () => stop('launcher'));
    process.channel?.unref();
  }
}

/**
 * Handles signals for a supervised process: SIGTERM drains. Signals that the terminal sends to all are for the
 * launcher, which decides.
 */
export function handleSignalsOfLaunched({ drain, abandon }: StopHandlers): void {
  let isDraining = false;
  process.on('SIGTERM', () => {
    if (isDraining) return abandon();
    isDraining = true;
    void drain('SIGTERM');
  });
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
}
