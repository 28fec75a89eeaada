import type { Endpoint } from '@classwright/contract';

/**
 * Returns true for a read that may be made on a replica: a file, a large list, a search, a dashboard. Small reads cost less
 * than the question where the replica stands, and those of a lesson stay with its writes.
 */
export const isHeavyRead = ({ name, readOnly, large, download, cost = 1 }: Pick<Endpoint, 'name' | 'readOnly' | 'large' | 'download' | 'cost'>): boolean =>
  readOnly === true && !name.startsWith('live.') && (large !== undefined || download !== undefined || cost > 1 || name.startsWith('suggest.'));
