import type { Config } from '../platform/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded/index.ts';

interface OwnDatabaseOptions {
  config: Pick<Config, 'databaseConnections' | 'dataDir'>;
  /** Told what a person waits for. */
  onWait: (message: string) => void;
  onTrouble: (message: string, error?: unknown) => void;
}

/** What runs beside the calls of both processes, its upkeep, a backup, and somebody who looks. */
const BESIDE_CALLS = 40;

/** Starts the embedded database of the data folder, with room for all processes of this start. Nothing is migrated. Throws StartRefusal. */
export function startOwnDatabase({ config, onTrouble, onWait }: OwnDatabaseOptions): Promise<EmbeddedPostgres> {
  const settings = { max_connections: Math.max(60, config.databaseConnections + BESIDE_CALLS) };
  return startEmbeddedPostgres({ folder: config.dataDir, settings, onTrouble, onWait });
}
