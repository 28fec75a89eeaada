import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { type JobKind, scheduledJob } from '../../../platform/jobs/index.ts';
import { dropChanged, lockSums, sumLessons, sumWorks } from './sums-queries.ts';

/** The number of works or lessons in one statement. With classes of thirty it takes some ten milliseconds, so a lesson does not wait for it. */
const AT_ONCE = 50;

/**
 * Keeps sums of works and lessons for the dashboards of a whole school. What no sum holds, or what has changed since, is
 * counted one by one where it is asked for: this makes answers quick, never right.
 */
export const sumsJob = (db: Db): JobKind<never> => scheduledJob('dashboards.sums', 5, (_scheduled, { standBack }) => sumUp(db, standBack), 'heavy');

/** Drops what has changed, and sums up what has no sums. */
export async function sumUp(db: Db, standBack: () => Promise<void> = async () => undefined): Promise<void> {
  await alone(db, dropChanged);
  for (const sum of [sumWorks, sumLessons]) {
    do await standBack();
    while ((await alone(db, (tx) => sum(tx, AT_ONCE))) === AT_ONCE);
  }
}

const alone = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await lockSums(tx);
    return work(tx);
  });
