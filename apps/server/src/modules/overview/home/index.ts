/**
 * Home: the next tasks of a person, collected from other modules.
 *
 * Invariants: it changes nothing; each section is shown only to people with the right to act on it; it runs at most six
 * statements for any amount of data, and a week at most a dozen.
 */
import { gradesDashboard, HOME_ROWS, homeGet, homeMonday, type HomeView } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type Actor, can, implement } from '../../../platform/http/index.ts';
import { countFailedJobs } from '../../../platform/jobs/index.ts';
import { EVERYWHERE } from '../../../platform/reach.ts';
import { loadMonday } from './monday.ts';
import {
  countRequestedClasses,
  countWaiting,
  listDueWork,
  listReturnedWork,
  listTodaysLessons,
  listWaiting,
  readFromLessons,
  type DueRow,
  type ReturnedRow,
} from './queries.ts';

interface HomeDependencies {
  /** Returns what somebody must look at in the running system. */
  listSystemWarnings: (db: Db) => Promise<NonNullable<HomeView['system']>>;
}

type Student = NonNullable<HomeView['student']>;

/** The most missed lessons that Home offers. */
const MOST_MISSED = 3;

const toDueWork = ({ total: _total, due_at, ...row }: DueRow): Student['due'][number] => ({ ...row, due_at: due_at.toISOString() });

const toReturnedWork = ({ returned_at, ...row }: ReturnedRow): Student['returned'][number] => ({ ...row, returned_at: returned_at.toISOString() });

export function homeModule({ listSystemWarnings }: HomeDependencies): Manifest {
  return {
    implementations: [
      implement(homeGet, async ({ tx, actor }) => {
        const sees = can(actor, 'school-settings', 'edit') || can(actor, 'all-schools', 'view');
        const [student, staff, admin, system, { waiting, limits }] = await Promise.all([
          can(actor, 'live-participation', 'view') ? forStudent(tx, actor) : null,
          can(actor, 'live-lessons', 'view') ? forStaff(tx, actor) : null,
          forAdmin(tx, actor),
          can(actor, 'system', 'view') && ('all' in actor.reach || actor.isOperator) ? listSystemWarnings(tx) : null,
          countWaiting(tx, actor.accountId, sees ? (actor.isOperator ? EVERYWHERE : actor.reach) : null),
        ]);
        return { student, staff, admin, system, limits, waiting };
      }),
      implement(homeMonday, ({ tx, actor, input }) => loadMonday(tx, actor, input.week ?? null)),
    ],
  };
}

/** Returns the work of a student that is due, as Home shows it. */
export async function loadDueWork(db: Db, accountId: number): Promise<Pick<Student, 'due' | 'due_total'>> {
  const due = await listDueWork(db, accountId, HOME_ROWS);
  return { due: due.map(toDueWork), due_total: due[0]?.total ?? 0 };
}

async function forStudent(db: Db, { accountId }: Actor): Promise<HomeView['student']> {
  const [due, returned, lessons, fromLessons] = await Promise.all([
    loadDueWork(db, accountId),
    listReturnedWork(db, accountId, HOME_ROWS),
    listTodaysLessons(db, accountId, HOME_ROWS),
    readFromLessons(db, accountId, MOST_MISSED),
  ]);
  return { ...due, returned: returned.map(toReturnedWork), lessons, ...fromLessons };
}

async function forStaff(db: Db, actor: Actor): Promise<HomeView['staff']> {
  const rows = await listWaiting(db, actor.accountId, HOME_ROWS);
  return {
    to_grade: rows.map(({ to_grade_total: _toGrade, to_return_total: _toReturn, ...row }) => row),
    to_grade_total: rows[0]?.to_grade_total ?? 0,
    to_return_total: rows[0]?.to_return_total ?? 0,
    list_path: toListPath(actor),
  };
}

/** Returns the link to the list. For people who see more than their own classes, the link is filtered to their own. */
function toListPath(actor: Actor): string | null {
  if (!can(actor, 'dashboard', 'view') || !can(actor, gradesDashboard.declaration.resource, 'view')) return null;
  const isOfMore = actor.isAdmin || can(actor, 'dashboards', 'view-school');
  return `/dashboard?tab=${gradesDashboard.declaration.name}${isOfMore ? `&teacher=${actor.accountId}` : ''}`;
}

/** Returns requested classes and failed jobs, for Admins only. */
async function forAdmin(db: Db, actor: Actor): Promise<HomeView['admin']> {
  if (!actor.isAdmin) return null;
  const [requested_classes, failed] = await Promise.all([
    can(actor, 'requested-classes', 'view') ? countRequestedClasses(db) : 0,
    can(actor, 'failed-jobs', 'view') ? countFailedJobs(db) : [],
  ]);
  return { requested_classes, failed_jobs: failed.reduce((sum, { count }) => sum + count, 0) };
}
