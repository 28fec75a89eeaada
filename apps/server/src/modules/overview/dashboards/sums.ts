import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { type JobKind, scheduledJob } from '../../../platform/jobs/index.ts';
import { dropChanged, lockSums, sumLessons, sumWorks } from './sums-queries.ts';

/** The number of works or lessons in one statement. With classes of thirty it takes some ten milliseconds, so a lesson does not wait for it. */
const AT_ONCE = 50;

/**
 * Maintains sums of works and lessons for the dashboards of a whole school. Rows without a sum, or changed since, are
 * counted one by one at the request, so the sums only make answers faster and never decide their content.
 */
export const sumsJob = (db: Db): JobKind<never> => scheduledJob('dashboards.sums', 5, (_scheduled, { standBack }) => updateSums(db, standBack), 'heavy');

/** Drops sums that have changed, and computes missing ones. */
export async function updateSums(db: Db, standBack: () => Promise<void> = async () => undefined): Promise<void> {
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
