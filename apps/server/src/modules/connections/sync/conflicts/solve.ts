import { syncConflictList, syncConflictSolve, syncConflictSolveMany, type SyncConflictView } from '@classwright/contract';
import type { SyncValue } from '@classwright/rules/sync/merge';
import { audit } from '../../../../platform/audit/index.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { type Actor, type Call, implement, type Implementation } from '../../../../platform/http/index.ts';
import { toPagination } from '../../../../platform/lists.ts';
import { importAnnouncementChanges } from '../../../class/announcements/index.ts';
import { findOutsideClass, renameTopic, standingIn, importClassFacts } from '../../../class/classes/index.ts';
import { grantChosenEnds, endClass, endWorks } from '../../../class/ends/index.ts';
import { importWorkChanges } from '../../../class/classwork/index.ts';
import { announceGradeCells, lockOutsideSubmissionsById, saveGrades } from '../../../class/submissions/index.ts';
import { listLinks, saveLinks } from '../../../class/sources/index.ts';
import { findSourceOf, isKeeper, isOfSchool } from '../access.ts';
import { COLUMN_OF } from '../classroom/class-step.ts';
import { loadPlaces } from '../classroom/places.ts';
import { toLocalFields } from '../classroom/work-shape.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { sendPendingChanges } from '../runs/send-pending.ts';
import { fieldInWords, valueInWords } from '../runs/view.ts';
import { type ConflictRow, listConflicts, lockConflicts, markSolved } from './queries.ts';

type Choice = 'ours' | 'theirs';

/**
 * Implements listing conflicts, and choosing a side: `theirs` is applied here immediately, `ours` is sent by an
 * automatic run.
 */
export function implementConflicts(deps: SyncDependencies): Implementation[] {
  const { t } = deps;
  const toView = (row: ConflictRow): SyncConflictView => ({
    ...{ id: row.id, kind: row.kind, subject: row.subject, course_id: row.course_id, course_name: row.course_name },
    field: fieldInWords(t, row.field),
    ours: valueInWords(row.ours),
    ours_by: row.ours_by,
    ours_at: row.ours_at?.toISOString() ?? null,
    theirs: valueInWords(row.theirs),
    theirs_by: t('sync.byGoogle'),
    theirs_at: row.theirs_at?.toISOString() ?? null,
    course_work_id: row.course_work_id,
    student_id: row.student_id,
    found_at: row.found_at.toISOString(),
  });
  const isTheirs = async (tx: Tx, actor: Actor, row: ConflictRow): Promise<boolean> =>
    isOfSchool(actor, row.school_id) && (isKeeper(actor) || (row.course_id !== null && (await standingIn(tx, actor, row.course_id)) === 'staff'));

  /**
   * Returns the reason why somebody cannot choose; null if they can. In an archived class only its state can be chosen,
   * which may restore it.
   */
  async function refusalOf(tx: Tx, actor: Actor, row: ConflictRow | undefined): Promise<Refusal | null> {
    if (!row || !(await isTheirs(tx, actor, row))) return 'NOT_FOUND';
    if (row.choice !== null) return 'SYNC_CONFLICT_OVER';
    return row.is_archived && !(row.kind === 'class' && row.field === 'state') ? 'CLASS_ARCHIVED' : null;
  }

  async function solve({ tx, actor, requestId }: Call, ids: readonly number[], choice: Choice) {
    const rows = await lockConflicts(tx, ids);
    const refused: { id: number; name: string; code: Refusal; message: string }[] = [];
    const taken: ConflictRow[] = [];
    for (const id of new Set(ids)) {
      const row = rows.get(id);
      const code = await refusalOf(tx, actor, row);
      if (code === null) taken.push(row as ConflictRow);
      else refused.push({ id, name: row && code !== 'NOT_FOUND' ? row.subject : `#${id}`, code, message: t(`error.${code}`) });
    }
    for (const row of taken) await settle(tx, deps, row, choice);
    await markSolved(
      tx,
      taken.map(({ id }) => id),
      choice,
      actor.accountId,
    );
    for (const { id, subject, ours, theirs } of taken)
      await audit(tx, actor, {
        action: syncConflictSolve.name,
        subjectType: 'syncConflict',
        subjectId: id,
        before: { name: subject, ours, theirs },
        after: { name: subject, choice },
        requestId,
      });
    for (const courseId of new Set(taken.flatMap(({ course_id }) => course_id ?? []))) await sendPendingChanges(tx, deps, courseId);
    return { message: t('sync.solved', { count: taken.length }), ids: taken.map(({ id }) => id), refused };
  }

  return [
    implement(syncConflictList, async ({ tx, actor, input }) => {
      const source = await findSourceOf(tx, actor, input.school_id);
      if (!source) return { data: [], pagination: toPagination(input, 0) };
      const search = { ...input, sourceId: source.id, courseId: input.course_id ?? null, accountId: isKeeper(actor) ? null : actor.accountId };
      const { rows, total } = await listConflicts(tx, search);
      return { data: rows.map(toView), pagination: toPagination(input, total) };
    }),
    implement(syncConflictSolve, async (call) => {
      const done = await solve(call, [call.input.id], call.input.choice);
      if (done.ids.length > 0) return done;
      throw appError(done.refused[0]?.code ?? 'NOT_FOUND');
    }),
    implement(syncConflictSolveMany, (call) => solve(call, call.input.ids, call.input.choice)),
  ];
}

type Refusal = 'NOT_FOUND' | 'SYNC_CONFLICT_OVER' | 'CLASS_ARCHIVED';

/** Applies the chosen value here, and stores theirs as the agreed one: then any difference here is sent. */
async function settle(tx: Tx, deps: SyncDependencies, row: ConflictRow, choice: Choice): Promise<void> {
  const [link] = await listLinks(tx, { sourceId: row.source_id, kind: row.kind as 'work', ids: [row.link_id], isHeld: true });
  if (!link) return;
  const keep = (changes: { base?: object; state?: 'gone' }) =>
    saveLinks(tx, row.source_id, [
      { kind: link.kind, parentId: link.parent_id, externalId: link.external_id, localId: link.local_id, state: link.state, ...changes },
    ]);
  if (row.field === 'deleted') {
    if (choice === 'theirs' && link.local_id !== null && row.course_id !== null)
      await endWorks(tx, grantChosenEnds(), row.course_id, [link.local_id], deps.telling);
    await keep({ state: 'gone' });
    return;
  }
  if (choice === 'theirs') await takeTheirs(tx, deps, row);
  await keep({ base: { [row.field]: row.theirs } });
}

async function takeTheirs(
  tx: Tx,
  deps: SyncDependencies,
  { kind, field, theirs, course_id: courseId, link_local_id: localId, link_parent_id: parentId, source_id: sourceId }: ConflictRow,
): Promise<void> {
  if (localId === null || courseId === null) return;
  const text = String(theirs ?? '');
  if (kind === 'class') {
    if (field === 'state' && text === 'ARCHIVED') return endClass(tx, grantChosenEnds(), deps.telling.room, localId);
    const column = COLUMN_OF[field as keyof typeof COLUMN_OF];
    return importClassFacts(tx, deps.telling.room, localId, {
      ...(column ? { fields: { [column]: text } } : {}),
      ...(field === 'state' ? { state: 'ACTIVE' } : {}),
    });
  }
  if (kind === 'topic') return renameTopic(tx, localId, text);
  if (kind === 'announcement') return importAnnouncementChanges(tx, { courseId, id: localId }, field === 'text' ? { words: text } : {}, deps.telling.room);
  if (kind === 'submission') return takeGrade(tx, deps, { courseId, localId, field, theirs });
  const course = await findOutsideClass(tx, courseId);
  const [parent] = parentId === null ? [] : await listLinks(tx, { sourceId, kind: 'class', ids: [parentId] });
  if (!course || !parent) return;
  const places = await loadPlaces(tx, { source: { id: sourceId }, link: parent });
  await importWorkChanges(tx, localId, toLocalFields({ [field]: theirs }, places.topicHere), course.time_zone, deps.telling);
}

async function takeGrade(
  tx: Tx,
  { telling }: SyncDependencies,
  { courseId, localId, field, theirs }: { courseId: number; localId: number; field: string; theirs: SyncValue },
): Promise<void> {
  const [submission] = await lockOutsideSubmissionsById(tx, [localId]);
  if (!submission) return;
  const value = typeof theirs === 'number' ? theirs : null;
  const grade = field === 'assignedGrade' ? { draft: submission.draft_grade, assigned: value } : { draft: value, assigned: submission.assigned_grade };
  const kind = field === 'assignedGrade' ? 'return' : 'edit';
  const { actId, changed } = await saveGrades(tx, { courseId, accountId: null, kind, requestId: null, origin: 'google' }, [
    { submissionId: localId, set: 'outside', ...grade },
  ]);
  await announceGradeCells(tx, telling, courseId, changed, { actId, accountId: null });
}
