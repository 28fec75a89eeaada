import type { Link } from '../../../class/sources/index.ts';
import type { ConnectionRow } from '../connections/queries.ts';

/** Returns the connections that have found a class, as far as is known. */
export const listSeenBy = ({ facts }: Pick<Link, 'facts'>): number[] => (Array.isArray(facts['seenBy']) ? (facts['seenBy'] as number[]) : []);

/** Returns the connections through which a class can be read, in the order in which they are tried: its owner's, then those that have seen it. */
export function listConnectionsOf(link: Pick<Link, 'facts'>, connections: readonly ConnectionRow[]): ConnectionRow[] {
  const seenBy = listSeenBy(link);
  const isOwners = ({ subject }: ConnectionRow): boolean => subject === link.facts['ownerId'];
  return [...connections.filter(isOwners), ...connections.filter((connection) => !isOwners(connection) && seenBy.includes(connection.id))];
}

/** Returns through whose connection a class is read first. */
export const chooseConnection = (link: Pick<Link, 'facts'>, connections: readonly ConnectionRow[]): ConnectionRow | undefined =>
  listConnectionsOf(link, connections)[0];
