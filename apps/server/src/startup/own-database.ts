import { dropArchiveState } from '../archive/state.ts';
import type { Config } from '../platform/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded/index.ts';
import { readVersion } from './version.ts';

/** The settings of the embedded database. Without an archive none is kept. */
export type OwnDatabaseSettings = Pick<Config, 'databaseConnections' | 'dataDir'> & Partial<Pick<Config, 'archive' | 's3'>>;

interface OwnDatabaseOptions {
  config: OwnDatabaseSettings;
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
 * Starts the embedded database of the data folder, with room for all processes of this start, and the archive where one is kept.
 * Nothing is migrated. @throws StartRefusal
 */
export async function startOwnDatabase({ config, onTrouble, onWait }: OwnDatabaseOptions): Promise<EmbeddedPostgres> {
  const { archive = null, dataDir, s3 = null } = config;
  const settings = { max_connections: Math.max(60, config.databaseConnections + BESIDE_CALLS) };
  if (archive === null) {
    dropArchiveState(dataDir);
    return startEmbeddedPostgres({ folder: dataDir, settings, onTrouble, onWait });
  }
  const { createArchiver } = await import('../archive/index.ts'); // a start without an archive does not load it
  const archiver = createArchiver({ settings: archive, dataDir, version: readVersion(), hasFiles: s3 === null, tell: onTrouble });
  const postgres = await startEmbeddedPostgres({
    folder: dataDir,
    settings,
    copiesLogEvery: archive.everySeconds,
    onStopped: () => archiver.finish(),
    onTrouble,
    onWait,
  });
  archiver.begin(postgres);
  return {
    ...postgres,
    async stop() {
      archiver.expectStop();
      await postgres.stop();
    },
  };
}
