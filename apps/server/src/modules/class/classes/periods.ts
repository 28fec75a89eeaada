import type { Tx } from '../../../platform/database/index.ts';
import { listActiveClassesOf } from './queries.ts';
import type { ClassRoom } from './room.ts';

/** Tells everybody in the classes of some schools that their marking periods are others now, however many, in one statement. */
export async function announcePeriods(tx: Tx, room: Pick<ClassRoom, 'announceInAll'>, schoolIds: readonly number[]): Promise<void> {
  await room.announceInAll(tx, await listActiveClassesOf(tx, schoolIds), 'class.periods.changed');
}
