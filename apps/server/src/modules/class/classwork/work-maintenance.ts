import { computeDueAt } from '@classwright/rules/grading/due';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { lockWork } from './queries.ts';
import { announceChange, postWork, type Telling } from './service.ts';
import { deleteOldZoneChange, listDueToPost, listOutOfZone, listSchoolsOutOfZone, markScheduleMissed, setDueInstants } from './work-maintenance-queries.ts';
import { announceWorkPosted } from './work-events.ts';

const BATCH = 500;
/** The time for which a school's change of zone is followed: a work saved in that moment may still have the old zone. */
const ZONE_MARK_MINUTES = 10;

/**
 * Posts work whose time has come, each in a transaction of its own, and recomputes due instants where a school has
 * moved to another zone. In an archived class the work stays a draft without a schedule, so that nothing is posted at
 * the moment the class is restored; its staff then see the time it missed. It is safe to repeat and to run in several
 * processes.
 */
export async function maintainWork(db: Db, telling: Telling): Promise<void> {
  for (const { id } of await listDueToPost(db, BATCH))
    await inTransaction(db, async (tx) => {
      const work = await lockWork(tx, id);
      // locked now: since it was listed it may have been posted, postponed or deleted, or its class archived
      const [due] = await listDueToPost(tx, 1, id);
      if (!work || !due) return;
      if (due.is_active) return postWork(tx, id, telling);
      await markScheduleMissed(tx, id);
      await announceChange(tx, [work], telling);
    });
  for (const schoolId of await listSchoolsOutOfZone(db)) await moveToZone(db, schoolId, telling);
}

/** Recomputes the due instants of a school that has another zone now. */
async function moveToZone(db: Db, schoolId: number, telling: Telling): Promise<void> {
  for (;;) {
    const moved = await inTransaction(db, async (tx) => {
      const works = await listOutOfZone(tx, schoolId, BATCH);
      await setDueInstants(
        tx,
        works.map(({ id, due_on, due_time, time_zone }) => ({ id, due_at: computeDueAt({ due_on, due_time }, time_zone), due_zone: time_zone })),
      );
      await announceWorkPosted(
        tx,
        works.filter(({ state }) => state === 'PUBLISHED').map(({ id }) => id),
      );
      await telling.room.announceInAll(tx, [...new Set(works.map(({ course_id }) => course_id))], 'class.work.changed');
      return works.length;
    });
    if (moved < BATCH) break;
  }
  await deleteOldZoneChange(db, schoolId, ZONE_MARK_MINUTES);
}
