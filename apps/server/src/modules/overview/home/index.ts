/**
 * Home: what somebody has to do next, from what the other modules keep.
 *
 * Invariants: it changes nothing; each part is shown to those alone who may do what it is about; at most six statements,
 * however much there is.
 */
import { gradesDashboard, HOME_ROWS, homeGet, type HomeView } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type Actor, can, implement } from '../../../platform/http/index.ts';
import { countFailedJobs } from '../../../platform/jobs/index.ts';
import { countRequestedClasses, countWaiting, listDueWork, listReturnedWork, listTodaysLessons, listWaiting } from './queries.ts';
import { toDueWork, toReturnedWork } from './views.ts';

export function homeModule(): Manifest {
  return {
    implementations: [
      implement(homeGet, async ({ tx, actor }) => {
        const [student, staff, admin, waiting] = await Promise.all([
          can(actor, 'live-participation', 'view') ? forStudent(tx, actor) : null,
          can(actor, 'live-lessons', 'view') ? forStaff(tx, actor) : null,
          forAdmin(tx, actor),
          countWaiting(tx, actor.accountId),
        ]);
        return { student, staff, admin, waiting };
      }),
    ],
  };
}

async function forStudent(db: Db, { accountId }: Actor): Promise<HomeView['student']> {
  const [due, returned, lessons] = await Promise.all([
    listDueWork(db, accountId, HOME_ROWS),
    listReturnedWork(db, accountId, HOME_ROWS),
    listTodaysLessons(db, accountId, HOME_ROWS),
  ]);
  return { due: due.map(toDueWork), due_total: due[0]?.total ?? 0, returned: returned.map(toReturnedWork), lessons };
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

/** Whoever sees more than their own classes is led to these. */
function toListPath(actor: Actor): string | null {
  if (!can(actor, 'dashboard', 'view') || !can(actor, gradesDashboard.declaration.resource, 'view')) return null;
  const isOfMore = actor.isAdmin || can(actor, 'dashboards', 'view-school');
  return `/dashboard?tab=${gradesDashboard.declaration.name}${isOfMore ? `&teacher=${actor.accountId}` : ''}`;
}

/** Requests of classes and work that failed are for whoever spans the schools. */
async function forAdmin(db: Db, actor: Actor): Promise<HomeView['admin']> {
  if (!actor.isAdmin) return null;
  const [requested_classes, failed] = await Promise.all([
    can(actor, 'requested-classes', 'view') ? countRequestedClasses(db) : 0,
    can(actor, 'failed-jobs', 'view') ? countFailedJobs(db) : [],
  ]);
  return { requested_classes, failed_jobs: failed.reduce((sum, { count }) => sum + count, 0) };
}
