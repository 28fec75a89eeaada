import { gradesDashboard, liveDashboard, type NotificationKind } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { filtersOf, readFigures } from '../../../platform/dashboards/index.ts';
import { forEachOf, type JobKind, scheduledJob } from '../../../platform/jobs/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';
import { liveSources } from './live-queries.ts';
import { gradesSources } from './pieces-queries.ts';
import { reachOf } from './reach.ts';
import { type DueRow, listDue, lockDue } from './weekly-queries.ts';

export interface WeeklyOptions {
  /** The database, for work outside calls. */
  db: Db;
  access: Pick<AccessEngine, 'personOf'>;
  notifier: Notifier;
}

const KIND: NotificationKind = 'weekly-figures';
const PEOPLE_AT_ONCE = 100;

/**
 * Sends people who chose it a report of their last week, as counts: lessons, answers, and work that waits. It is sent
 * once, since each week has its own key; an empty week has no report. Rights are checked at that moment.
 */
export function weeklyJob(options: WeeklyOptions): JobKind<never> {
  const { db } = options;
  return scheduledJob(
    'dashboards.weekly',
    15,
    (_scheduled, { standBack }) =>
      forEachOf(
        (after) => listDue(db, KIND, after, PEOPLE_AT_ONCE),
        ({ account_id }) => account_id,
        async ({ account_id }) => {
          await standBack();
          await inTransaction(db, async (tx) => {
            const due = await lockDue(tx, KIND, account_id);
            if (due) await tell(tx, options, due);
          });
        },
      ),
    'heavy',
  ) as JobKind<never>;
}

async function tell(tx: Tx, { access, notifier }: WeeklyOptions, { account_id, school_id, monday, first_day, last_day }: DueRow): Promise<void> {
  const reach = reachOf(await access.personOf(tx, { accountId: account_id, schoolId: school_id }));
  if (reach.of === 'student') return;
  const now = await appNow(tx);
  const found = await readFigures(tx, {
    lessons: liveSources.lessons({ reach, now, filters: filtersOf(liveDashboard.declaration, { from: first_day, to: last_day }) }),
    pieces: gradesSources.pieces({ reach, now, filters: filtersOf(gradesDashboard.declaration, {}) }),
  });
  const { total_sessions: lessons = 0, total_correct: correct = 0, total_incorrect: incorrect = 0 } = found['lessons'] ?? {};
  const { turned_in_ungraded: waiting = 0, total_overdue: overdue = 0 } = found['pieces'] ?? {};
  if (lessons + waiting + overdue === 0) return;
  const params = { lessons, answers: correct + incorrect, correct, waiting, overdue };
  await notifier.notify(tx, { kind: KIND, key: `${KIND}:${monday}`, accountIds: [account_id], params, path: pathOf(params, { first_day }) });
}

/** Returns the path of the reported numbers: the week's lessons or, when there were none, the work that waits. */
function pathOf({ lessons }: { lessons: number }, { first_day }: Pick<DueRow, 'first_day'>): string {
  return lessons > 0 ? `/home?week=${first_day}` : `/dashboard?tab=${gradesDashboard.declaration.name}`;
}
