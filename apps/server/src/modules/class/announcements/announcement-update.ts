import { type AnnouncementChanges, announcementUpdate, announcementUpdateByPost, type EVERY_STUDENT } from '@classwright/contract';
import { collectFileIds } from '@classwright/rules/rich-text/index';
import { audit } from '../../../platform/audit/index.ts';
import { appNow } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { requireActiveStaff } from '../classes/index.ts';
import { requireUsableFiles } from '../../school/files/index.ts';
import { type Assignees, decideSchedule, decideStudents, decideText, Faults } from './decide.ts';
import type { AnnouncementsDependencies } from './dependencies.ts';
import { type AnnouncementRow, findAnnouncement } from './list-queries.ts';
import { isForeignAnnouncement } from './outside-queries.ts';
import { announcePosted, keyOf, notify, schedule } from './posting.ts';
import { listAudiences, lockAnnouncement, saveMaterials, saveStudents, setPosted, updateAnnouncement } from './queries.ts';
import { loadAnnouncementViews } from './views.ts';

interface Change {
  tx: Tx;
  actor: Actor;
  requestId: string;
  input: AnnouncementChanges & { id: number };
}

export function implementAnnouncementUpdate(dependencies: AnnouncementsDependencies): Implementation[] {
  const { t, room, notifier, fileLinks } = dependencies;

  async function update({ tx, actor, requestId, input }: Change) {
    const before = await getEditable(tx, actor, input.id);
    if (await isForeignAnnouncement(tx, before.id)) throw appError('WORK_OF_ELSEWHERE');
    const view = async () => (await loadAnnouncementViews(tx, actor, [before.id], fileLinks.at(await appNow(tx))))[0];
    if (input.updated_at !== undefined && Date.parse(input.updated_at) !== before.updated_at.getTime()) throw appError('EDIT_CONFLICT', { row: await view() });
    const faults = new Faults();
    const words = input.text === undefined ? { document: before.text, summary: before.summary } : decideText(input.text, faults);
    const assignees = await decideAssignees(tx, before, input.students, faults);
    const scheduledAt = await decideWhen(tx, before, input, faults);
    faults.settle();
    await requireFiles(tx, actor, before, { ...input, fileIds: collectFileIds(words.document) });

    const told = before.state === 'PUBLISHED' ? await audienceOf(tx, before.id) : null;
    await updateAnnouncement(tx, before.id, {
      text: JSON.stringify(words.document),
      summary: words.summary,
      scheduledAt,
      mode: assignees?.mode ?? before.assignee_mode,
    });
    if (assignees)
      await saveStudents(
        tx,
        assignees.pairs.map(({ id }) => ({ announcementId: before.id, accountId: id })),
        [before.id],
      );
    if (input.materials) await saveMaterials(tx, [before.id], input.materials);
    if (scheduledAt) await schedule(tx, dependencies, [before.id], scheduledAt, requestId);
    if (before.state === 'DRAFT' && input.state === 'PUBLISHED') {
      await setPosted(tx, [before.id]);
      await announcePosted(tx, dependencies, [before.id], actor.accountId);
    } else if (told) {
      if (assignees) await tellChanged(tx, told, await audienceOf(tx, before.id), actor);
      await room.announce(tx, before.course_id, 'class.stream.changed');
    } else await room.announceToStaff(tx, before.course_id, 'class.stream.changed');

    const record = { subjectType: 'announcement', subjectId: before.id, before: { name: before.summary }, after: { name: words.summary }, requestId };
    await audit(tx, actor, { action: announcementUpdate.name, ...record });
    const announcement = await view();
    if (!announcement) throw appError('NOT_FOUND');
    return { announcement, data: announcement, message: t('announcement.updated') };
  }

  /** Notifies people who were added, and withdraws the notifications of those who were removed. */
  async function tellChanged(tx: Tx, before: Awaited<ReturnType<typeof audienceOf>>, after: typeof before, actor: Actor): Promise<void> {
    const [had, has] = [new Set(before.account_ids), new Set(after.account_ids)];
    const gone = before.account_ids.filter((id) => !has.has(id));
    if (gone.length > 0) await notifier.withdraw(tx, keyOf(before.id), gone);
    const fresh = after.account_ids.filter((id) => !had.has(id));
    if (fresh.length > 0) await notify(tx, dependencies, [{ ...after, account_ids: fresh }], actor.accountId);
  }

  return [implement(announcementUpdate, update), implement(announcementUpdateByPost, update)];
}

/**
 * Returns an announcement for the staff of its class, locked until commit. @throws NOT_FOUND, NOT_ALLOWED,
 * CLASS_ARCHIVED
 */
async function getEditable(tx: Tx, actor: Actor, id: number): Promise<AnnouncementRow> {
  const held = await lockAnnouncement(tx, id);
  const row = held && (await findAnnouncement(tx, actor, id));
  if (!row) throw appError('NOT_FOUND');
  await requireActiveStaff(tx, actor, row.course_id);
  return row;
}

async function audienceOf(tx: Tx, id: number) {
  const [audience] = await listAudiences(tx, [id]);
  if (!audience) throw appError('NOT_FOUND');
  return audience;
}

/**
 * Returns null when the students are unchanged. A student who left the class stays listed, and sees the announcement
 * after coming back.
 */
async function decideAssignees(
  tx: Tx,
  row: AnnouncementRow,
  picks: readonly (number | typeof EVERY_STUDENT)[] | undefined,
  faults: Faults,
): Promise<Assignees | null> {
  if (picks === undefined) return null;
  const kept = row.student_ids.map((id) => ({ course_id: row.course_id, id }));
  return decideStudents(tx, [{ id: row.course_id, name: row.course_name }], picks, faults, kept);
}

/** Decides the posting time. A posted announcement has none and cannot become a draft again. */
async function decideWhen(tx: Tx, row: AnnouncementRow, { scheduledTime, state }: AnnouncementChanges, faults: Faults): Promise<Date | null> {
  if (row.state === 'PUBLISHED') {
    if (scheduledTime) faults.add('scheduledTime', 'announcement.schedule.posted');
    return null;
  }
  if (state === 'PUBLISHED') return null;
  const isSame = scheduledTime === undefined || (scheduledTime !== null && Date.parse(scheduledTime) === row.scheduled_at?.getTime());
  return isSame ? row.scheduled_at : decideSchedule(tx, scheduledTime, faults);
}

/** Checks files that are added. Files that were in it already stay allowed. */
async function requireFiles(
  tx: Tx,
  actor: Actor,
  row: AnnouncementRow,
  { fileIds, materials }: Pick<AnnouncementChanges, 'materials'> & { fileIds: number[] },
): Promise<void> {
  const owner = { accountId: actor.accountId, schoolId: actor.schoolId };
  const had = new Set(collectFileIds(row.text));
  await requireUsableFiles(
    tx,
    fileIds.filter((id) => !had.has(id)),
    { ...owner, field: 'text' },
  );
  const attached = new Set(row.materials.map(({ file_id }) => file_id));
  const named = (materials ?? []).flatMap((one) => (one.kind === 'driveFile' && !attached.has(one.fileId) ? [one.fileId] : []));
  await requireUsableFiles(tx, named, { ...owner, field: 'materials' });
}
