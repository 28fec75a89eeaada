import { announcementAudience, announcementGet, announcementList, announcementStream, MAX_ANNOUNCED_CLASSES } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { requireMember } from '../classes/index.ts';
import type { AnnouncementsDependencies } from './dependencies.ts';
import {
  type AnnouncementRow,
  countAnnouncements,
  findStream,
  findTimeZone,
  type ListFilter,
  listIds,
  listStaffedClasses,
  listStudentsOf,
  type Window,
} from './list-queries.ts';
import { loadAnnouncementViews, toAnnouncementView } from './views.ts';

export function implementAnnouncementRead({ fileLinks }: Pick<AnnouncementsDependencies, 'fileLinks'>): Implementation[] {
  const views = async (tx: Db, actor: Actor, ids: readonly number[]) => loadAnnouncementViews(tx, actor, ids, fileLinks.at(await appNow(tx)));
  const list = async (tx: Db, actor: Actor, filter: ListFilter, window: Window) => {
    const { ids, next } = await listIds(tx, actor, filter, window);
    return { data: await views(tx, actor, ids), next };
  };
  return [
    implement(announcementList, async ({ tx, actor, input }) => {
      const { course_id, user, state, search_text, limit, after, page, per_page } = input;
      // the parameter exists for the old home page; nobody reads with another person's rights
      if (user !== undefined && user !== actor.accountId) throw appError('NOT_FOUND');
      const course = course_id === undefined ? null : { id: course_id, isStaff: (await requireMember(tx, actor, course_id)) === 'staff' };
      const filter = { course, state, search_text };
      const isByPage = limit === undefined && after === undefined;
      const window = isByPage ? { skip: (page - 1) * per_page, limit: per_page } : { after, skip: 0, limit: limit ?? per_page };
      const { data, next } = await list(tx, actor, filter, window);
      const pagination = isByPage ? toPagination({ page, per_page }, await countAnnouncements(tx, actor, filter)) : null;
      return { data, announcements: data, pagination, next };
    }),
    implement(announcementStream, async ({ tx, actor, input }) => {
      const stream = await findStream(tx, actor, input.id, input);
      if (!stream) throw appError('NOT_FOUND');
      const toViews = (rows: readonly AnnouncementRow[]) => rows.map((row) => toAnnouncementView(row, fileLinks.at(stream.at)));
      return { data: toViews(stream.rows), next: stream.next, drafts: toViews(stream.drafts) };
    }),
    implement(announcementGet, async ({ tx, actor, input }) => {
      const [announcement] = await views(tx, actor, [input.id]);
      if (!announcement) throw appError('NOT_FOUND');
      return { announcement, data: announcement };
    }),
    implement(announcementAudience, async ({ tx, actor, input }) => {
      const courses = await listStaffedClasses(tx, actor, 'active', MAX_ANNOUNCED_CLASSES);
      const own = new Set(courses.map(({ id }) => id));
      const asked = [...new Set(input.courses.split(',').map(Number))].filter((id) => own.has(id));
      return {
        courses: courses.map(({ id, name, section }) => ({ id, name, section })),
        students: await listStudentsOf(tx, asked, 'all'),
        time_zone: await findTimeZone(tx, actor.schoolId),
      };
    }),
  ];
}
