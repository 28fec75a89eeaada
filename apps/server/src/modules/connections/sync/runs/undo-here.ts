import type { Tx } from '../../../../platform/database/index.ts';
import { changeRoles, enrol, findMembership, findOutsideClass, listOutsideTopics, renameTopic, importClassFacts } from '../../../class/classes/index.ts';
import {
  grantChosenEnds,
  endAnnouncements,
  endClass,
  endInvitations,
  endMembers,
  endTopics,
  endWorks,
  restoreAnnouncements,
  restoreInvitations,
  restoreTopics,
  restoreWorks,
} from '../../../class/ends/index.ts';
import { lockOutsideAnnouncements, importAnnouncementChanges } from '../../../class/announcements/index.ts';
import { lockOutsideWorks, importWorkChanges } from '../../../class/classwork/index.ts';
import { listOpenInvitations } from '../../../class/invitations/index.ts';
import { announceGradeCells, lockOutsideSubmissionsById, saveGrades } from '../../../class/submissions/index.ts';
import { listLinks, relink } from '../../../class/sources/index.ts';
import { wordsOf } from '../classroom/announcement-step.ts';
import { COLUMN_OF } from '../classroom/class-step.ts';
import { loadPlaces } from '../classroom/places.ts';
import { clean } from '../classroom/resources.ts';
import { nameKey } from '../classroom/topic-step.ts';
import { oursOfWork, toLocalFields } from '../classroom/work-shape.ts';
import type { SyncDependencies } from '../dependencies.ts';
import type { ChangeRow, RunRow } from './queries.ts';
import { hasComments, isLaterChanged, isWorkedOnSince } from './undo-queries.ts';
import { kept, type Verdict } from './undo-verdict.ts';

const changedSince = kept('sync.reason.changedSince');
const inUse = kept('sync.reason.inUse');
const archivedHere = kept('sync.reason.archivedHere');
const cannot = kept('sync.reason.notTakenBack');

/**
 * Undoes one change that a run made here. Things made here that exist at Google as our own are kept there: their links
 * ensure it.
 */
export async function undoHere(tx: Tx, deps: SyncDependencies, run: RunRow, change: ChangeRow): Promise<Verdict> {
  const verdict = await undoChange(tx, deps, run, change);
  if (verdict !== 'undone' || change.action !== 'made' || change.link_id === null || change.kind === 'class') return verdict;
  const [link] = await listLinks(tx, { sourceId: run.source_id, kind: change.kind, ids: [change.link_id] });
  if (link?.is_ours) await relink(tx, [{ id: link.id, localId: link.local_id, state: 'gone' }]);
  return verdict;
}

async function undoChange(tx: Tx, deps: SyncDependencies, run: RunRow, change: ChangeRow): Promise<Verdict> {
  const { kind, local_id: localId, course_id: courseId } = change;
  if (kind === 'submission' && change.field !== 'draftGrade' && change.field !== 'assignedGrade') return kept('sync.reason.studentsOwn');
  if (localId === null) return cannot;
  if (kind === 'class') return undoClass(tx, deps, change, localId);
  if (courseId === null) return cannot;
  if ((await findOutsideClass(tx, courseId, { held: true }))?.course_state !== 'ACTIVE') return archivedHere;
  if (kind === 'member') return undoMember(tx, deps, change, { courseId, localId });
  if (change.action === 'made' && (await isLaterChanged(tx, change))) return changedSince;
  if (kind === 'topic') return undoTopic(tx, deps, change, { courseId, localId });
  if (kind === 'work' || kind === 'material') return undoWork(tx, deps, run, change, { courseId, localId });
  if (kind === 'announcement') return undoAnnouncement(tx, deps, change, { courseId, localId });
  if (kind === 'invitation') return undoInvitation(tx, deps, change, { courseId, localId });
  if (kind === 'submission') return undoGrade(tx, deps, change, { courseId, localId });
  return cannot;
}

interface Place {
  courseId: number;
  localId: number;
}

async function undoClass(tx: Tx, { telling }: SyncDependencies, change: ChangeRow, courseId: number): Promise<Verdict> {
  const here = await findOutsideClass(tx, courseId, { held: true });
  if (!here) return changedSince;
  if (change.action === 'made') {
    // archived, with everything in it: it can be restored
    await endClass(tx, grantChosenEnds(), telling.room, courseId);
    return 'undone';
  }
  if (change.field === 'state') {
    if (here.course_state !== change.after) return changedSince;
    await (change.before === 'ACTIVE'
      ? importClassFacts(tx, telling.room, courseId, { state: 'ACTIVE' })
      : endClass(tx, grantChosenEnds(), telling.room, courseId));
    return 'undone';
  }
  const column = COLUMN_OF[change.field as keyof typeof COLUMN_OF];
  if (!column) return cannot;
  if (here.course_state !== 'ACTIVE') return archivedHere;
  if (clean(here[column]) !== change.after) return changedSince;
  await importClassFacts(tx, telling.room, courseId, { fields: { [column]: String(change.before ?? '') } });
  return 'undone';
}

async function undoMember(tx: Tx, { telling }: SyncDependencies, change: ChangeRow, { courseId, localId }: Place): Promise<Verdict> {
  if (change.action === 'made') {
    if ((await endMembers(tx, grantChosenEnds(), courseId, [localId])).length === 0) return changedSince;
  } else {
    const place = await findMembership(tx, courseId, localId);
    const now = place?.left_at === null ? place.role : null;
    if (now !== (change.after ?? null)) return changedSince;
    const role = change.before === 'TEACHER' ? 'TEACHER' : 'STUDENT';
    await (now === null ? enrol(tx, courseId, [localId], role) : changeRoles(tx, courseId, [localId], role));
  }
  await telling.room.announce(tx, courseId, 'class.people.changed');
  return 'undone';
}

async function undoInvitation(tx: Tx, { telling }: SyncDependencies, { action }: ChangeRow, { courseId, localId }: Place): Promise<Verdict> {
  if (action === 'made') {
    const isOpen = (await listOpenInvitations(tx, courseId, [])).some(({ id }) => id === localId);
    if (isOpen) await endInvitations(tx, grantChosenEnds(), telling.room, courseId, [localId]);
    return isOpen ? 'undone' : changedSince;
  }
  return (await restoreInvitations(tx, telling.room, courseId, [localId])).length > 0 ? 'undone' : changedSince;
}

async function undoTopic(tx: Tx, { t }: SyncDependencies, { action, ...change }: ChangeRow, { courseId, localId }: Place): Promise<Verdict> {
  // works of the topic that are undone too were undone before it: the others were added since
  if (action === 'made') return (await endTopics(tx, grantChosenEnds(), t, [localId])).length > 0 ? 'undone' : inUse;
  if (action === 'ended') return (await restoreTopics(tx, [localId])).length > 0 ? 'undone' : changedSince;
  const topics = (await listOutsideTopics(tx, courseId)).filter(({ is_archived }) => !is_archived);
  const [before, after] = [String(change.before), String(change.after)];
  const isAsLeft = topics.some(({ id, name }) => id === localId && name === after);
  if (!isAsLeft || topics.some(({ id, name }) => id !== localId && nameKey(name) === nameKey(before))) return changedSince;
  await renameTopic(tx, localId, before);
  return 'undone';
}

async function undoAnnouncement(
  tx: Tx,
  { telling }: SyncDependencies,
  { action, field, before, after }: ChangeRow,
  { courseId, localId }: Place,
): Promise<Verdict> {
  const local = (await lockOutsideAnnouncements(tx, [localId])).get(localId);
  if (!local) return changedSince;
  if (action !== 'changed') {
    const isMade = action === 'made';
    if (local.is_archived === isMade) return changedSince;
    if (isMade && (await hasComments(tx, localId))) return inUse;
    await (isMade ? endAnnouncements(tx, grantChosenEnds(), courseId, [localId], telling) : restoreAnnouncements(tx, courseId, [localId], telling));
    return 'undone';
  }
  if (field !== 'text') return cannot; // people have read the posted text
  if (wordsOf(local) !== after) return changedSince;
  await importAnnouncementChanges(tx, { courseId, id: localId }, { words: String(before) }, telling.room);
  return 'undone';
}

async function undoWork(tx: Tx, deps: SyncDependencies, run: RunRow, change: ChangeRow, { courseId, localId }: Place): Promise<Verdict> {
  const work = (await lockOutsideWorks(tx, [localId])).get(localId);
  const course = await findOutsideClass(tx, courseId);
  if (!work || !course) return changedSince;
  if (change.action !== 'changed') {
    const isMade = change.action === 'made';
    if (work.is_archived === isMade) return changedSince;
    if (isMade && (await isWorkedOnSince(tx, localId, change.at))) return inUse;
    await (isMade ? endWorks(tx, grantChosenEnds(), courseId, [localId], deps.telling) : restoreWorks(tx, courseId, [localId], deps.telling));
    return 'undone';
  }
  const [parent] = await listLinks(tx, { sourceId: run.source_id, kind: 'class', localIds: [courseId] });
  if (!parent) return changedSince;
  // a topic that the run ended was restored before its works
  const places = await loadPlaces(tx, { source: { id: run.source_id }, link: parent }, { isWithEnded: true });
  const now = oursOfWork(work, places.topicThere)[change.field] ?? null;
  if (change.field === 'state') return cannot; // posted work stays posted
  if (now !== (change.after ?? null)) return changedSince;
  if (change.field === 'topic' && change.before !== null) {
    const topicId = places.topicHere(String(change.before));
    if (!(await listOutsideTopics(tx, courseId)).some(({ id, is_archived }) => id === topicId && !is_archived)) return changedSince;
  }
  await importWorkChanges(
    tx,
    localId,
    toLocalFields({ [change.field]: change.before as string | number | null }, places.topicHere),
    course.time_zone,
    deps.telling,
  );
  return 'undone';
}

async function undoGrade(tx: Tx, { telling }: SyncDependencies, change: ChangeRow, { courseId, localId }: Place): Promise<Verdict> {
  const [submission] = await lockOutsideSubmissionsById(tx, [localId]);
  if (!submission) return changedSince;
  const now = change.field === 'draftGrade' ? submission.draft_grade : submission.assigned_grade;
  if (now !== (change.after ?? null)) return changedSince;
  const value = change.before as number | null;
  const grade = change.field === 'draftGrade' ? { draft: value, assigned: submission.assigned_grade } : { draft: submission.draft_grade, assigned: value };
  const { actId, changed } = await saveGrades(tx, { courseId, accountId: null, kind: 'undo', requestId: null, origin: 'google' }, [
    { submissionId: localId, set: 'outside', ...grade },
  ]);
  await announceGradeCells(tx, telling, courseId, changed, { actId, accountId: null });
  return 'undone';
}
