import { liveLessons } from '@classwright/contract';
import { can, implement, type Implementation } from '../../../../platform/http/index.ts';
import { toPagination } from '../../../../platform/lists.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { toScheduleView } from '../../../class/assessments/index.ts';
import { type LessonCardRow, listLessonCards } from './lessons-queries.ts';

/** Lists the lessons that the caller may run; none for somebody who sees the list but may not run lessons. */
export function implementLiveLessons(): Implementation {
  return implement(liveLessons, async ({ tx, input, actor }) => {
    if (!can(actor, 'live-lessons', 'run')) return { data: [], pagination: toPagination(input, 0) };
    const { rows, total } = await listLessonCards(tx, {
      accountId: actor.accountId,
      isAdmin: actor.isAdmin,
      searchText: input.search_text,
      page: input.page,
      per_page: input.per_page,
    });
    return { data: rows.map(toLessonCardView), pagination: toPagination(input, total) };
  });
}

function toLessonCardView(row: LessonCardRow) {
  return {
    assessment_id: row.assessment_id,
    title: row.title,
    class_id: row.class_id,
    class_name: row.class_name,
    teacher_name: fullName(row),
    status: row.status,
    schedule_time: toScheduleView(row),
    running: row.form !== null,
    form: row.form,
    is_owner: row.is_owner,
    is_today: row.is_today,
  };
}
