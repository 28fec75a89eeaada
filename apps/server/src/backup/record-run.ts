import { type ConnectionSetting, withConnection } from './connection.ts';
import { type EndedRun, insertEndedRun } from './queries.ts';

/**
 * Records in an installation that a backup was made, verified or restored, for the page System. What was done counts, so a
 * database that cannot be written to is only reported. Returns true when it was recorded.
 */
export async function recordRun(connection: ConnectionSetting, run: EndedRun): Promise<boolean> {
  return withConnection(connection, (client) => insertEndedRun(client, run)).then(
    () => true,
    () => false,
  );
}
