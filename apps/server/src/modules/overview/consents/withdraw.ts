import type { OptionalUse } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import { forgetDriveConnections } from '../../school/drive/index.ts';
import { endConsents } from './queries.ts';

/**
 * Ends consents, with what rests on them: the tokens of Google Drive are forgotten. The caller has locked the consents.
 * Returns whose consent ended.
 */
export async function withdrawConsents(tx: Tx, childIds: readonly number[], use: OptionalUse, endedBy: number): Promise<number[]> {
  const ended = await endConsents(tx, childIds, use, endedBy);
  if (use === 'drive') await forgetDriveConnections(tx, ended);
  return ended;
}
