import { packMessage } from '@classwright/contract';
import { inTransaction, type Tx } from '../../../platform/database/index.ts';
import { archiveTopics, changeRoles, enrol, findOutsideClass, removeMembers, renameTopic, takeClassFacts } from '../../classes/index.ts';
import { setAnnouncementsGone } from '../../announcements/index.ts';
import { lockOutsideWorks, setWorksGone, takeWorkFields } from '../../classwork/index.ts';
import { announceGradeCells, lockOutsideSubmissionsById, saveGrades } from '../../submissions/index.ts';
import { listLinks } from '../../sources/index.ts';
import { COLUMN_OF } from '../classroom/class-step.ts';
import { loadPlaces } from '../classroom/places.ts';
import { clean } from '../classroom/resources.ts';
import { oursOfWork, toLocalFields } from '../classroom/work-shape.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { undoSent, type Verdict } from './undo-sent.ts';
import { addCounts, type ChangeRow, insertChanges, listDone, type RunRow, setRunStatus } from './queries.ts';
import { tellRun } from './tell-run.ts';

const AT_ONCE = 200;

/**
 * Takes back what a run did here, newest first, field by field, where the value is still the one that the run left; what
 * somebody has touched since is listed and stays. What went to Google goes back where Google still has our value.
 */
export async function undoRun(deps: SyncDependencies, run: RunRow): Promise<void> {
  const { db } = deps;
  await setRunStatus(db, run.id, 'running');
  let after: number | null = null;
  for (;;) {
    const changes: ChangeRow[] = await listDone(db, run.of_run as number, after, AT_ONCE);
    if (changes.length === 0) break;
    after = changes.at(-1)?.id ?? null;
    const there = new Map<number, Verdict>();
    for (const change of changes) if (change.direction === 'there') there.set(change.id, await undoSent(deps, run, change));
    await inTransaction(db, async (tx) => {
      const verdicts: { change: ChangeRow; verdict: Verdict }[] = [];
      for (const change of changes) verdicts.push({ change, verdict: there.get(change.id) ?? (await undoOne(tx, deps, run, change)) });
      await insertChanges(
        tx,
        run.id,
        verdicts.map(({ change, verdict }) => ({
          ...{ linkId: change.link_id, courseId: change.course_id, localId: change.local_id, kind: change.kind, subject: change.subject, field: change.field },
          ...{ action: change.action, direction: change.direction, before: change.after, after: change.before, outcome: verdict },
          reason: verdict === 'kept' ? packMessage('sync.reason.changedSince') : null,
        })),
      );
      const undone = verdicts.filter(({ verdict }) => verdict === 'undone').length;
      await addCounts(tx, run.id, { changed: undone, refused: verdicts.length - undone });
    });
  }
  await inTransaction(db, async (tx) => {
    await setRunStatus(tx, run.id, 'finished');
    await tellRun(tx, deps, run.id);
  });
}

async function undoOne(tx: Tx, deps: SyncDependencies, run: RunRow, change: ChangeRow): Promise<Verdict> {
  const { kind, action, local_id: localId, course_id: courseId } = change;
  if (localId === null) return 'kept';
  if (kind === 'class') return undoClass(tx, deps, change, localId);
  if (courseId === null) return 'kept';
  if (kind === 'member') return undoMember(tx, deps, change, { courseId, localId });
  if (kind === 'topic') {
    if (action === 'made') return (await archiveTopics(tx, deps.t, [localId])).length > 0 ? 'undone' : 'kept';
    if (action === 'changed') {
      await renameTopic(tx, localId, String(change.before));
      return 'undone';
    }
    return 'kept';
  }
  if (kind === 'work' || kind === 'material') return undoWork(tx, deps, run, change, { courseId, localId });
  if (kind === 'announcement' && action === 'made') {
    await setAnnouncementsGone(tx, courseId, [localId], true, deps.telling);
    return 'undone';
  }
  if (kind === 'submission') return undoGrade(tx, deps, change, { courseId, localId });
  return 'kept';
}

async function undoClass(tx: Tx, { telling }: SyncDependencies, change: ChangeRow, courseId: number): Promise<Verdict> {
  const here = await findOutsideClass(tx, courseId, { held: true });
  if (!here) return 'kept';
  if (change.action === 'made') {
    // put away, with everything in it: it can be brought back
    await takeClassFacts(tx, telling.room, courseId, { state: 'ARCHIVED' });
    return 'undone';
  }
  if (change.field === 'state') {
    if (here.course_state !== change.after) return 'kept';
    await takeClassFacts(tx, telling.room, courseId, { state: change.before === 'ACTIVE' ? 'ACTIVE' : 'ARCHIVED' });
    return 'undone';
  }
  const column = COLUMN_OF[change.field as keyof typeof COLUMN_OF];
  if (!column || clean(here[column]) !== change.after) return 'kept';
  await takeClassFacts(tx, telling.room, courseId, { fields: { [column]: String(change.before ?? '') } });
  return 'undone';
}

async function undoMember(
  tx: Tx,
  { telling }: SyncDependencies,
  change: ChangeRow,
  { courseId, localId }: { courseId: number; localId: number },
): Promise<Verdict> {
  const role =
    String(change.action === 'ended' ? change.before : change.action === 'made' ? change.after : change.before) === 'TEACHER' ? 'TEACHER' : 'STUDENT';
  if (change.action === 'made') {
    if ((await removeMembers(tx, courseId, [localId])).length === 0) return 'kept';
  } else if (change.action === 'ended') await enrol(tx, courseId, [localId], role);
  else await changeRoles(tx, courseId, [localId], role);
  await telling.room.announce(tx, courseId, 'class.people.changed');
  return 'undone';
}

async function undoWork(
  tx: Tx,
  deps: SyncDependencies,
  run: RunRow,
  change: ChangeRow,
  { courseId, localId }: { courseId: number; localId: number },
): Promise<Verdict> {
  const work = (await lockOutsideWorks(tx, [localId])).get(localId);
  const course = await findOutsideClass(tx, courseId);
  if (!work || !course) return 'kept';
  if (change.action !== 'changed') {
    const isMade = change.action === 'made';
    if (work.is_archived === isMade) return 'kept';
    await setWorksGone(tx, courseId, [localId], isMade, deps.telling);
    return 'undone';
  }
  const [link] = change.link_id === null ? [] : await listLinks(tx, { sourceId: run.source_id, kind: change.kind as 'work', ids: [change.link_id] });
  const [parent] = link?.parent_id == null ? [] : await listLinks(tx, { sourceId: run.source_id, kind: 'class', ids: [link.parent_id] });
  if (!parent) return 'kept';
  const places = await loadPlaces(tx, { source: { id: run.source_id }, link: parent });
  const now = oursOfWork(work, places.topicThere)[change.field] ?? null;
  if (now !== (change.after ?? null) || change.field === 'state') return 'kept';
  await takeWorkFields(
    tx,
    localId,
    toLocalFields({ [change.field]: change.before as string | number | null }, places.topicHere),
    course.time_zone,
    deps.telling,
  );
  return 'undone';
}

async function undoGrade(
  tx: Tx,
  { telling }: SyncDependencies,
  change: ChangeRow,
  { courseId, localId }: { courseId: number; localId: number },
): Promise<Verdict> {
  if (change.field !== 'draftGrade' && change.field !== 'assignedGrade') return 'kept';
  const [submission] = await lockOutsideSubmissionsById(tx, [localId]);
  if (!submission) return 'kept';
  const now = change.field === 'draftGrade' ? submission.draft_grade : submission.assigned_grade;
  if (now !== (change.after ?? null)) return 'kept';
  const value = change.before as number | null;
  const grade = change.field === 'draftGrade' ? { draft: value, assigned: submission.assigned_grade } : { draft: submission.draft_grade, assigned: value };
  const { actId, changed } = await saveGrades(tx, { courseId, accountId: null, kind: 'undo', requestId: null, origin: 'google' }, [
    { submissionId: localId, set: 'outside', ...grade },
  ]);
  await announceGradeCells(tx, telling, courseId, changed, { actId, accountId: null });
  return 'undone';
}
