import { NotWantedError } from './preview-roster.ts';

/** How often it is asked whether a reading is still wanted. */
const ASK_EVERY_MS = 500;

/** What is compared so far, of how many; null: nothing yet. */
export type Compared = { done: number; total: number } | null;

/** Asks again and again whether a reading is still wanted, with how far it is, and says so where it is waited for and where it goes on. */
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
    giveUp(new NotWantedError());
  };
  const timer = setInterval(() => void ask().catch(() => undefined), ASK_EVERY_MS);
  return {
    stopped,
    /** @throws NotWantedError once somebody has stopped it */
    compare(done: number, total: number): void {
      compared = { done, total };
      if (isStopped) throw new NotWantedError();
    },
    end: (): void => clearInterval(timer),
  };
}
