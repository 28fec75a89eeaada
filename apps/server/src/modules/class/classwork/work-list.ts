import { courseUpcoming, courseWorkGet, courseWorkList, courseWorkListAll, suggestWorks } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { getVisibleWork } from './access.ts';
import type { ClassworkDependencies } from './dependencies.ts';
import { listUpcoming, listWorks, type Reading, suggestWorkRows, type WorkSearch } from './list-queries.ts';
import { presentRow, presentWork } from './present.ts';
import { toStudentRowView } from './views.ts';

/** The number of works that the Stream's card shows. */
const MOST_UPCOMING = 5;

/** Reads the work of classes. */
export function implementWorkLists({ fileLinks }: Pick<ClassworkDependencies, 'fileLinks'>): Implementation[] {
  const list = async (tx: Db, actor: Reading, search: WorkSearch) => {
    const page = await listWorks(tx, actor, search);
    if (!page) throw appError('NOT_FOUND');
    const data = page.rows.map(presentRow);
    return { data, course_works: data, pagination: toPagination(search, page.total), time_zone: page.rows[0]?.time_zone ?? page.time_zone };
  };
  return [
    implement(courseWorkList, ({ tx, actor, input }) =>
      list(tx, actor, { ...input, courseId: input.id, topicId: input.topic_id ?? null, kind: input.kind ?? null, standing: input.standing ?? null }),
    ),
    implement(courseWorkListAll, ({ tx, actor, input }) =>
      list(tx, actor, { ...input, courseId: null, topicId: input.topic_id ?? null, kind: input.kind ?? null, standing: input.standing ?? null }),
    ),
    implement(courseWorkGet, async ({ tx, actor, input }) => {
      const { work, standing } = await getVisibleWork(tx, actor, input.workId, input.id);
      const courseWork = await presentWork(tx, actor, work, standing, fileLinks);
      return { courseWork, data: courseWork, time_zone: work.time_zone };
    }),
    implement(suggestWorks, async ({ tx, actor, input }) => ({ data: await suggestWorkRows(tx, actor, input) })),
    implement(courseUpcoming, async ({ tx, actor, input }) => {
      const upcoming = await listUpcoming(tx, actor, input.id, MOST_UPCOMING);
      if (!upcoming) throw appError('NOT_FOUND');
      return { ...upcoming, data: upcoming.rows.map((row) => toStudentRowView(row, undefined)) };
    }),
  ];
}
