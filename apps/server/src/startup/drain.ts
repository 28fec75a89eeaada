export interface DrainSteps {
  /** Starts draining: new calls get 503 from here on. */
  startDraining: () => void;
  /** Ends sockets in batches and calls in progress. Resolves when nothing is open any more. */
  closeServer: () => Promise<void>;
  /** Removes this process from the list of active processes, also when its work was cut off. */
  leave: () => Promise<void>;
  closePools: () => Promise<void>;
  stopDatabase: () => Promise<void>;
  onTrouble: (message: string, error?: unknown) => void;
}

/** The time for calls and sockets to finish. Unfinished work was never acknowledged, and the client repeats it. */
const closeLimitMs = 15_000;
const leaveLimitMs = 2_000;
const poolLimitMs = 5_000;

/** Stops the parts in the order in which they need each other. Every step is taken, even when an earlier one fails. */
export async function drain({ startDraining, closeServer, leave, closePools, stopDatabase, onTrouble }: DrainSteps): Promise<void> {
  startDraining();
  await within(closeLimitMs, 'Open calls and sockets were cut off, since they did not end in time.', closeServer, onTrouble);
  await within(leaveLimitMs, 'The other processes find out by themselves that this one has gone, within some seconds.', leave, onTrouble);
  await within(poolLimitMs, 'Database connections were cut off, since they did not end in time.', closePools, onTrouble);
  await within(60_000, 'The database did not stop in a minute.', stopDatabase, onTrouble);
}

async function within(limitMs: number, complaint: string, step: () => Promise<void>, onTrouble: DrainSteps['onTrouble']): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, limitMs, 'late');
  });
  try {
    if ((await Promise.race([step(), late])) === 'late') onTrouble(complaint);
  } catch (error) {
    onTrouble('A step of stopping failed; the next ones follow.', error);
  } finally {
    clearTimeout(timer);
  }
}
