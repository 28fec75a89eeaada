import type { Link } from '../../../class/sources/index.ts';
import type { ConnectionRow } from '../connections/queries.ts';

/** Returns the connections that are known to have found a class. */
export const listSeenBy = ({ facts }: Pick<Link, 'facts'>): number[] => (Array.isArray(facts['seenBy']) ? (facts['seenBy'] as number[]) : []);

/**
 * Returns the connections through which a class can be read, in the order of trying: its owner's, then those that have
 * seen it.
 */
export function listConnectionsOf(link: Pick<Link, 'facts'>, connections: readonly ConnectionRow[]): ConnectionRow[] {
  const seenBy = listSeenBy(link);
  const isOwners = ({ subject }: ConnectionRow): boolean => subject === link.facts['ownerId'];
  return [...connections.filter(isOwners), ...connections.filter((connection) => !isOwners(connection) && seenBy.includes(connection.id))];
}

/** Returns the connection through which a class is read first. */
export const chooseConnection = (link: Pick<Link, 'facts'>, connections: readonly ConnectionRow[]): ConnectionRow | undefined =>
  listConnectionsOf(link, connections)[0];
