import { computeDueAt } from '@classwright/rules/grading/due';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { lockWork } from './queries.ts';
import { postWork, type Telling } from './service.ts';
import { listDueToPost, listOutOfZone, setDueInstants } from './tend-queries.ts';
import { announceWorkPosted } from './work-events.ts';

const BATCH = 500;

/**
 * Posts work whose time has come, each in a transaction of its own, and reckons due instants anew where a school has
 * moved to another zone. Bears repetition, and several processes at once.
 */
export async function tendWork(db: Db, telling: Telling): Promise<void> {
  for (const id of await listDueToPost(db, BATCH))
    await inTransaction(db, async (tx) => {
      const work = await lockWork(tx, id);
      // held now: somebody may have posted it, put it off or deleted it meanwhile
      if (work && (await listDueToPost(tx, 1, id)).length > 0) await postWork(tx, work.id, telling);
    });
  for (;;) {
    const moved = await inTransaction(db, async (tx) => {
      const works = await listOutOfZone(tx, BATCH);
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
    if (moved < BATCH) return;
  }
}
