import type { FromProcess, ToProcess } from './messages.ts';

type Begin = Extract<ToProcess, { is: 'begin' }>;

/** The launcher, from the view of a process that it has started. */
export interface Launcher {
  /** Reports that the settings are valid, and waits for the launcher to assign the database and port. */
  begin(): Promise<Begin>;
  /** Returns how often the embedded database was restarted. */
  databaseRestarts(): number;
  tellWorking(port: number | null): void;
}

/**
 * Starts listening to the launcher. The process ends only on its request or with it: without a launcher nobody
 * supervises it.
 */
export function createLauncher(onDrain: () => void): Launcher {
  let databaseRestarts = 0;
  let isBegun = false;
  let onBegin: (begin: Begin) => void = () => undefined;
  const tell = (message: FromProcess): void => void process.send?.(message, undefined, undefined, () => undefined); // it has gone: 'disconnect' follows
  process.on('message', (message: ToProcess) => {
    if (message.is === 'drain') {
      if (!isBegun) process.exit(0); // nothing is open yet
      return onDrain();
    }
    databaseRestarts = message.databaseRestarts;
    if (message.is === 'begin') onBegin(message);
  });
  const leave = (): void => process.exit(1); // nothing that was acknowledged is lost
  process.on('disconnect', leave);
  if (!process.connected) leave();
  return {
    async begin() {
      const said = new Promise<Begin>((resolve) => {
        onBegin = resolve;
      });
      tell({ is: 'checked' });
      const begin = await said;
      isBegun = true;
      return begin;
    },
    databaseRestarts: () => databaseRestarts,
    tellWorking: (port) => tell({ is: 'working', port }),
  };
}
