import type { OpenDatabase } from '../open-database.ts';

/** A message from a launcher to its process. */
export type ToProcess =
  | {
      is: 'begin';
      /** The database. Null: the one that DATABASE_URL names. */
      database: Pick<OpenDatabase, 'connection' | 'cluster'> | null;
      databaseRestarts: number;
      /** The port to listen on; after a restart that of the previous process. Null: from the settings. */
      port: number | null;
      isFirst: boolean;
    }
  | { is: 'restarted'; databaseRestarts: number }
  | { is: 'drain' };

/** A message to the launcher: the settings are valid, so that a database may be started; or the process is working. */
export type FromProcess = { is: 'checked' } | { is: 'working'; port: number | null };
