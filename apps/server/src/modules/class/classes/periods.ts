import type { Tx } from '../../../platform/database/index.ts';
import { listActiveClassesOf } from './queries.ts';
import type { ClassRoom } from './room.ts';

/** Notifies everyone in the classes of some schools that their marking periods have changed, in one statement. */
export async function announcePeriods(tx: Tx, room: Pick<ClassRoom, 'announceInAll'>, schoolIds: readonly number[]): Promise<void> {
  await room.announceInAll(tx, await listActiveClassesOf(tx, schoolIds), 'class.periods.changed');
}
