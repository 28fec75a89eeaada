import {
  syncCourses,
  syncCoursesByGet,
  syncCourseWorks,
  syncCourseWorksByGet,
  syncInvitations,
  syncRunApply,
  syncRunCancel,
  syncRunChanges,
  syncRunList,
  syncRunRead,
  syncRunUndo,
} from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { requireConsent } from '../../../../platform/consents-queries.ts';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { type Actor, type Call, can, implement, type Implementation } from '../../../../platform/http/index.ts';
import { toPagination } from '../../../../platform/lists.ts';
import { findOutsideClass, requireActiveClass, requireActiveStaff, standingIn } from '../../../class/classes/index.ts';
import { ensureClassroomSource, listLinksOfLocal } from '../../../class/sources/index.ts';
import { findSourceOf, getSchool, isKeeper, isOfSchool } from '../access.ts';
import { stepsOf } from '../classroom/steps.ts';
import { type ConnectionRow, listConnections } from '../connections/queries.ts';
import { makesClasses } from '../connections/schedule-of.ts';
import { isUsable, listLacking } from '../connections/scopes.ts';
import { missingOf, refusalOf, standingOf } from '../connections/standing.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { enqueuePlan } from './enqueue-plan.ts';
import { enqueueUnits } from './plan.ts';
import {
  requestRerun,
  findMinutesSinceRun,
  findRun,
  insertRun,
  listChanges,
  listRuns,
  LIVE,
  lockRun,
  type NewRun,
  resumeUnits,
  type RunRow,
  type RunScope,
  setRunStatus,
} from './queries.ts';
import { publishRunProgress } from './publish-run.ts';
import { loadRunViews, toChangeView } from './view.ts';

/** The minimum time in minutes between two readings of a student's classes. */
const STUDENT_MINUTES = 5;

/** Implements starting and showing runs, and acting on them. */
export function implementRuns(deps: SyncDependencies): Implementation[] {
  const { t, classroom } = deps;

  /** Returns true when somebody may act on a run: their own, one of their class, or any as the manager of the sync. */
  async function mayAct(db: Db, actor: Actor, run: RunRow): Promise<boolean> {
    if (!isOfSchool(actor, run.school_id)) return false;
    if (isKeeper(actor) || run.begun_by === actor.accountId) return true;
    return run.course_id !== null && can(actor, 'classroom-sync', 'run') && (await standingIn(db, actor, run.course_id)) === 'staff';
  }
  async function getRun(db: Db, actor: Actor, id: number): Promise<RunRow> {
    const run = await findRun(db, id);
    if (!run || !(await mayAct(db, actor, run))) throw appError('NOT_FOUND');
    return run;
  }
  async function answer(db: Db, run: RunRow, message: string, isTheirs = true) {
    const [view] = await loadRunViews(db, t, [run], () => isTheirs);
    return { run: view!, message };
  }

  /** Refuses if nothing can be synced for this person. @returns the school's source */
  async function requireConnected(tx: Tx, actor: Actor, whose: 'own' | 'school', schoolId: number, scope: RunScope = 'classes') {
    if (!classroom) throw appError('SYNC_NOT_SET_UP');
    const source = await ensureClassroomSource(tx, schoolId);
    const all = await listConnections(tx, source.id, null);
    const mine = whose === 'school' ? all : all.filter(({ account_id }) => account_id === actor.accountId);
    const standing = standingOf(true, mine);
    // with some of the permissions, the steps that need no others run
    const isPossible = (connection: ConnectionRow) =>
      isUsable(connection) && stepsOf({ scope, mode: 'apply', only_grades: false }, null).some(({ name }) => listLacking(connection, name).length === 0);
    if (standing !== 'ok' && !mine.some(isPossible)) throw refusalOf(standing, mine[0] ? missingOf(t, mine[0]) : '');
    return source;
  }
  /**
   * Starts a run, or returns the active one of its scope, which will read everything once more if it has started; a
   * request for a specific kind of run is refused while another is active.
   */
  async function begin({ tx, actor, requestId }: Call, run: Omit<NewRun, 'begunBy' | 'requestId'>) {
    const { id, isNew } = await insertRun(tx, { ...run, begunBy: actor.accountId, requestId });
    if (!isNew && run.ofRun !== undefined) throw appError('SYNC_BUSY');
    if (isNew) await enqueuePlan(tx, deps, id, { requestId });
    else if (run.mode === 'apply') await requestRerun(tx, id, run.makesClasses === true);
    return answer(tx, (await findRun(tx, id)) as RunRow, t(isNew ? 'sync.begun' : 'sync.running'));
  }

  async function syncClasses(
    call: Call & { input: { mode: 'preview' | 'apply'; new_classes?: 'make' | 'leave' | undefined; school_id?: number | undefined } },
  ) {
    const { tx, actor, input } = call;
    const isStaff = can(actor, 'classroom-sync', 'run');
    if (!isStaff && !can(actor, 'live-participation', 'view')) throw appError('NOT_ALLOWED'); // a guardian has no classes
    if (!classroom) throw appError('SYNC_NOT_SET_UP');
    const source = await requireConnected(tx, actor, isStaff && !isKeeper(actor) ? 'own' : 'school', await getSchool(tx, actor, input.school_id));
    if (!isStaff) {
      await requireConsent(tx, t, actor.accountId, 'classroom');
      const since = await findMinutesSinceRun(tx, source.id, actor.accountId);
      if (since !== null && since < STUDENT_MINUTES) throw appError('SYNC_TOO_SOON', { minutes: Math.max(1, Math.ceil(STUDENT_MINUTES - since)) });
    }
    const accountId = isStaff && isKeeper(actor) ? null : actor.accountId;
    return begin(call, {
      sourceId: source.id,
      scope: 'classes',
      mode: isStaff ? input.mode : 'apply',
      courseId: null,
      accountId,
      // created by a person's choice or the school's; a preview shows the choices
      makesClasses: input.mode === 'preview' || (input.new_classes === undefined ? makesClasses(source) : input.new_classes === 'make'),
    });
  }
  async function syncClass(call: Call, courseId: number, scope: 'class_work' | 'invitations', mode: 'preview' | 'apply') {
    const { tx, actor } = call;
    await requireActiveStaff(tx, actor, courseId);
    if (!classroom) throw appError('SYNC_NOT_SET_UP');
    const schoolId = (await findOutsideClass(tx, courseId))?.school_id ?? (await getSchool(tx, actor, undefined));
    const source = await requireConnected(tx, actor, 'school', schoolId, scope);
    const links = await listLinksOfLocal(tx, 'class', [courseId]);
    if (!links.some(({ source_id }) => source_id === source.id)) throw appError('SYNC_NOT_LINKED');
    return begin(call, { sourceId: source.id, scope, mode, courseId, accountId: null });
  }

  return [
    implement(syncCourses, syncClasses),
    implement(syncCoursesByGet, syncClasses as never),
    implement(syncCourseWorks, (call) => syncClass(call, call.input.id, 'class_work', call.input.mode)),
    implement(syncCourseWorksByGet, (call) => syncClass(call as Call, call.input.id, 'class_work', call.input.mode)),
    implement(syncInvitations, (call) => syncClass(call, call.input.course_id, 'invitations', call.input.mode)),
    implement(syncRunList, async ({ tx, actor, input }) => {
      const source = await findSourceOf(tx, actor, input.school_id);
      if (!source) return { data: [], pagination: toPagination(input, 0) };
      const search = {
        ...input,
        sourceId: source.id,
        courseId: input.course_id ?? null,
        isAlive: input.alive === true,
        accountId: isKeeper(actor) ? null : actor.accountId,
      };
      const { rows, total } = await listRuns(tx, search);
      const acts = new Set<number>();
      for (const run of rows) if (await mayAct(tx, actor, run)) acts.add(run.id);
      return { data: await loadRunViews(tx, t, rows, ({ id }) => acts.has(id)), pagination: toPagination(input, total) };
    }),
    implement(syncRunRead, async ({ tx, actor, input }) => {
      const run = await getRun(tx, actor, input.id);
      return { run: (await answer(tx, run, '', can(actor, 'classroom-sync', 'run'))).run };
    }),
    implement(syncRunChanges, async ({ tx, actor, input }) => {
      const run = await getRun(tx, actor, input.id);
      const { rows, total } = await listChanges(tx, run.id, { ...input, outcome: input.outcome ?? null, kind: input.kind ?? null });
      return { data: rows.map((row) => toChangeView(t, row)), pagination: toPagination(input, total) };
    }),
    implement(syncRunApply, async (call) => {
      const { tx, actor, input, requestId } = call;
      const run = await getRun(tx, actor, input.id);
      const held = (await lockRun(tx, run.id)) as RunRow;
      if (held.course_id !== null) await requireActiveClass(tx, held.course_id);
      await requireConnected(tx, actor, held.account_id === actor.accountId ? 'own' : 'school', held.school_id);
      await audit(
        tx,
        { ...actor, schoolId: held.school_id },
        { action: syncRunApply.name, subjectType: 'syncRun', subjectId: run.id, after: { name: String(run.id) }, requestId },
      );
      if (held.status === 'paused') {
        if (!input.confirm) throw appError('SYNC_RUN_STATE');
        await enqueueUnits(tx, deps, await resumeUnits(tx, held.id));
        await publishRunProgress(tx, deps, held.id);
        return answer(tx, (await findRun(tx, held.id)) as RunRow, t('sync.begun'));
      }
      if (held.mode !== 'preview' || held.status !== 'finished' || held.is_done) throw appError('SYNC_RUN_STATE');
      for (const { choice, course_id } of input.classes) {
        if (choice !== 'link') continue;
        if (course_id === undefined) throw appError('SYNC_RUN_STATE');
        await requireActiveStaff(tx, actor, course_id);
      }
      const { source_id: sourceId, scope, course_id: courseId, account_id: accountId } = held;
      return begin(call, { sourceId, scope, mode: 'apply', courseId, accountId, ofRun: held.id, choices: input.classes });
    }),
    implement(syncRunCancel, async ({ tx, actor, input, requestId }) => {
      const run = await getRun(tx, actor, input.id);
      const held = (await lockRun(tx, run.id)) as RunRow;
      if (!LIVE.includes(held.status)) throw appError('SYNC_RUN_STATE');
      await setRunStatus(tx, held.id, 'cancelled');
      await publishRunProgress(tx, deps, held.id);
      await audit(
        tx,
        { ...actor, schoolId: held.school_id },
        { action: syncRunCancel.name, subjectType: 'syncRun', subjectId: run.id, before: { name: String(run.id) }, requestId },
      );
      return answer(tx, (await findRun(tx, held.id)) as RunRow, t('sync.cancelled'));
    }),
    implement(syncRunUndo, async (call) => {
      const { tx, actor, input, requestId } = call;
      const run = await getRun(tx, actor, input.id);
      const held = (await lockRun(tx, run.id)) as RunRow;
      if (held.course_id !== null) await requireActiveClass(tx, held.course_id);
      if (LIVE.includes(held.status) || !held.has_undoable) throw appError('SYNC_RUN_STATE');
      await requireConnected(tx, actor, 'school', held.school_id);
      await audit(
        tx,
        { ...actor, schoolId: held.school_id },
        { action: syncRunUndo.name, subjectType: 'syncRun', subjectId: run.id, before: { name: String(run.id) }, requestId },
      );
      const { source_id: sourceId, scope, course_id: courseId, account_id: accountId } = held;
      return begin(call, { sourceId, scope, mode: 'undo', courseId, accountId, ofRun: held.id });
    }),
  ];
}
