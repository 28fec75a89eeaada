import type { Tx } from '../../../platform/database/index.ts';
import { archiveFiles } from './queries.ts';

/** Gives files up that the product made and newer ones have taken the place of: nothing may name them any more. They are erased within hours. */
export function discardFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  return archiveFiles(tx, ids, true);
}
