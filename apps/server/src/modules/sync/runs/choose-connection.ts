import type { Link } from '../../sources/index.ts';
import type { ConnectionRow } from '../connections/queries.ts';

/** Through whose connection a class is read: its owner's, else one that has seen it. */
export function chooseConnection({ facts }: Pick<Link, 'facts'>, connections: readonly ConnectionRow[]): ConnectionRow | undefined {
  const seenBy = Array.isArray(facts['seenBy']) ? (facts['seenBy'] as unknown[]) : [];
  return connections.find(({ subject }) => subject === facts['ownerId']) ?? connections.find(({ id }) => seenBy.includes(id));
}
