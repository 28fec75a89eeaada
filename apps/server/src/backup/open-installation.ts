import type { Config } from '../platform/config.ts';
import { FolderInUse } from '../platform/data-folder.ts';
import { hasCluster, joinEmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded/index.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { type ConnectionSetting, withConnection } from './connection.ts';

export interface OpenInstallation {
  connection: ConnectionSetting;
  /** Closes the connection and leaves everything as it was. */
  close(): Promise<void>;
}

/**
 * Opens the database of an existing installation, running or not, without migrating anything. @throws StartRefusal when
 * there is none, or it cannot be reached
 */
export async function openInstallation(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseDirectUrl'>>,
): Promise<OpenInstallation> {
  const { dataDir } = config;
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl; // rows of one moment need one session
  if (databaseUrl !== null) {
    await withConnection(databaseUrl, async () => undefined).catch((error: { code?: string; message: string }) => {
      throw new StartRefusal(`The database server at ${new URL(databaseUrl).host} cannot be reached (${error.code ?? error.message}). Check DATABASE_URL.`);
    });
    return { connection: databaseUrl, close: async () => undefined };
  }
  if (!hasCluster(dataDir)) throw new StartRefusal(`There is no installation in ${dataDir}. Name its folder in DATA_DIR, or its database in DATABASE_URL.`);
  try {
    const postgres = await startEmbeddedPostgres({ folder: dataDir });
    return { connection: postgres.connection, close: postgres.stop };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return { connection: await joinEmbeddedPostgres(dataDir), close: async () => undefined };
  }
}
