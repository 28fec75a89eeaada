import type { FromProcess, ToProcess } from './messages.ts';

type Begin = Extract<ToProcess, { is: 'begin' }>;

/** The launcher, as a process that it has started sees it. */
export interface Launcher {
  /** Says that the settings will do, and waits until the launcher says on which database and port to begin. */
  begin(): Promise<Begin>;
  /** How often the embedded database was started again. */
  databaseRestarts(): number;
  tellWorking(port: number | null): void;
}

/** Listens to the launcher from now on. It goes only by being told to, or with it: without a launcher nobody looks after it. */
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
