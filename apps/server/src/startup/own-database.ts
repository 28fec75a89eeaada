import type { Config } from '../platform/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded/index.ts';

interface OwnDatabaseOptions {
  config: Pick<Config, 'databaseConnections' | 'dataDir'>;
  /** Called with a message when a person has to wait. */
  onWait: (message: string) => void;
  onTrouble: (message: string, error?: unknown) => void;
}

/**
 * The number of connections for background work of both processes, maintenance, a backup, and a person who looks into
 * it.
 */
const BESIDE_CALLS = 40;

/**
 * Starts the embedded database of the data folder, with room for all processes of this start. Nothing is migrated.
 * @throws StartRefusal
 */
export function startOwnDatabase({ config, onTrouble, onWait }: OwnDatabaseOptions): Promise<EmbeddedPostgres> {
  const settings = { max_connections: Math.max(60, config.databaseConnections + BESIDE_CALLS) };
  return startEmbeddedPostgres({ folder: config.dataDir, settings, onTrouble, onWait });
}
