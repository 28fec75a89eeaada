import { announcementCreate, asMessage, MAX_SEPARATE_ANNOUNCEMENTS } from '@classwright/contract';
import { collectFileIds } from '@classwright/rules/rich-text/index';
import { auditEach } from '../../../platform/audit/index.ts';
import { appNow } from '../../../platform/clock.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { requireUsableFiles } from '../../school/files/index.ts';
import { decideClasses, decideSchedule, decideStudents, decideText, Faults } from './decide.ts';
import type { AnnouncementsDependencies } from './dependencies.ts';
import { announcePosted, coursesOf, schedule } from './posting.ts';
import { insertAnnouncements, saveMaterials, saveStudents } from './queries.ts';
import { loadAnnouncementViews } from './views.ts';

/** Creates an announcement in each of the classes, or one for each student, all of them or none. */
export function implementAnnouncementCreate(dependencies: AnnouncementsDependencies): Implementation {
  const { t, room, fileLinks } = dependencies;
  return implement(announcementCreate, async ({ tx, actor, input, requestId }) => {
    const faults = new Faults();
    const { document, summary } = decideText(input.text, faults);
    const classes = await decideClasses(tx, actor, input.courses, faults);
    const { mode, pairs } = await decideStudents(tx, classes, input.students, faults);
    const isApart = input.apart && mode === 'INDIVIDUAL_STUDENTS';
    if (isApart && pairs.length > MAX_SEPARATE_ANNOUNCEMENTS)
      faults.add('students', 'announcement.tooMany', { label: asMessage('announcement.field.students'), most: MAX_SEPARATE_ANNOUNCEMENTS });
    const scheduledAt = await decideSchedule(tx, input.scheduledTime, faults);
    faults.settle();
    const owner = { accountId: actor.accountId, schoolId: actor.schoolId };
    const materials = input.materials ?? [];
    await requireUsableFiles(tx, collectFileIds(document), { ...owner, field: 'text' });
    await requireUsableFiles(
      tx,
      materials.flatMap((one) => (one.kind === 'driveFile' ? [one.fileId] : [])),
      { ...owner, field: 'materials' },
    );
    const made = await insertAnnouncements(tx, {
      courseIds: isApart ? pairs.map(({ course_id }) => course_id) : classes.map(({ id }) => id),
      creatorId: actor.accountId,
      text: JSON.stringify(document),
      summary,
      state: scheduledAt ? 'DRAFT' : (input.state ?? 'PUBLISHED'),
      scheduledAt,
      mode,
    });
    const ids = made.map(({ id }) => id);
    const idIn = new Map(made.map(({ id, course_id }) => [course_id, id]));
    await saveStudents(
      tx,
      pairs.map(({ course_id, id }, place) => ({ announcementId: isApart ? made[place]!.id : (idIn.get(course_id) as number), accountId: id })),
    );
    await saveMaterials(tx, ids, materials, { anew: true });
    if (scheduledAt) await schedule(tx, dependencies, ids, scheduledAt, requestId);
    if (scheduledAt || input.state === 'DRAFT') await room.announceToStaffInAll(tx, coursesOf(made), 'class.stream.changed');
    else await announcePosted(tx, dependencies, ids, actor.accountId);
    const subjects = made.map(({ id, course_id }) => ({ subjectId: id, after: { name: summary, course_id } }));
    await auditEach(tx, actor, { action: announcementCreate.name, subjectType: 'announcement', requestId }, subjects);
    const [announcement] = await loadAnnouncementViews(tx, actor, ids.slice(0, 1), fileLinks.at(await appNow(tx)));
    if (!announcement) throw new Error('nothing was posted');
    const announcements = made.map(({ id, course_id: courseId }) => ({ id, courseId }));
    return { announcement, data: announcement, announcements, message: t('announcement.created') };
  });
}
