import type { Tx } from '../../../platform/database/index.ts';
import { archiveFiles } from './queries.ts';

/**
 * Discards files that the product made and newer ones have replaced. Nothing may refer to them any more. They are
 * erased within hours.
 */
export function discardFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  return archiveFiles(tx, ids, true);
}
