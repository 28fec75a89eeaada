import { ReadingStoppedError } from './preview-roster.ts';

/** The interval between checks that a reading has not been stopped. */
const ASK_EVERY_MS = 500;

/** The number of compared rows and the total; null if there are none yet. */
export type Compared = { done: number; total: number } | null;

/**
 * Repeatedly checks that a reading has not been stopped, passing its progress, and reports a stop to the code that
 * waits or continues.
 */
export function watchReading(isWanted: (compared: Compared) => Promise<boolean>) {
  let compared: Compared = null;
  let isStopped = false;
  let giveUp: (error: Error) => void = () => undefined;
  /** Rejects once somebody has stopped it. */
  const stopped = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  stopped.catch(() => undefined); // heard while somebody waits for the first rows
  const ask = async (): Promise<void> => {
    if (await isWanted(compared)) return;
    isStopped = true;
    giveUp(new ReadingStoppedError());
  };
  const timer = setInterval(() => void ask().catch(() => undefined), ASK_EVERY_MS);
  return {
    stopped,
    /** Reports progress. @throws ReadingStoppedError once somebody has stopped it */
    compare(done: number, total: number): void {
      compared = { done, total };
      if (isStopped) throw new ReadingStoppedError();
    },
    end: (): void => clearInterval(timer),
  };
}
