import type { OpenDatabase } from '../open-database.ts';

/** What a launcher tells a process that it runs. */
export type ToProcess =
  | {
      is: 'begin';
      /** Null: the one that DATABASE_URL names. */
      database: Pick<OpenDatabase, 'connection' | 'cluster'> | null;
      databaseRestarts: number;
      /** Where to listen; that of the process before it, when it is started again. Null: as the settings say. */
      port: number | null;
      isFirst: boolean;
    }
  | { is: 'restarted'; databaseRestarts: number }
  | { is: 'drain' };

/** What it tells the launcher: the settings will do, so that a database may be started for it; and that it is at work. */
export type FromProcess = { is: 'checked' } | { is: 'working'; port: number | null };
