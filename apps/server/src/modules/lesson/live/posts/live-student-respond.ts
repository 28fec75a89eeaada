import { liveStudentRespond, type LateAnswerView, type PostView } from '@classwright/contract';
import { appNow } from '../../../../platform/clock.ts';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { getStaffLesson } from '../access.ts';
import { type LateRow, listLate } from '../answers/queries.ts';
import type { PostsContext } from './dependencies.ts';
import type { FormFeed } from './feed.ts';
import { listRoster } from '../figures/queries.ts';
import { openCurrentReading, scopeOf } from './reading.ts';
import { type FeedScope, toLateAnswerView, toPersonView } from './views.ts';

/** Returns one student's answers in each opened form, including late ones. */
export function implementLiveStudentRespond({ feeds, fileLinks }: PostsContext): Implementation {
  return implement(liveStudentRespond, async ({ tx, input, actor }) => {
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    const reading = await openCurrentReading(tx, actor, lesson);
    const sessionId = reading?.loaded.session.id ?? null;
    const [student] = await listRoster(tx, lesson.courseId, sessionId, input.student_id);
    if (!student) throw appError('STUDENT_NOT_FOUND');
    const person = toPersonView(student, fileLinks.at(reading?.loaded.now ?? (await appNow(tx))));
    if (!reading || sessionId === null) return { student: person, responses: [] };
    const late = await listLate(tx, sessionId, input.student_id);
    const opened = await feeds.all(tx, reading);
    return { student: person, responses: opened.map((feed) => responseIn(feed, input.student_id, late, scopeOf(reading, feed.form))) };
  });
}

function responseIn(
  feed: FormFeed,
  studentId: number,
  late: readonly LateRow[],
  scope: FeedScope,
): { form: FormFeed['form']; post: PostView | null; late: LateAnswerView[] } {
  const own = feed.posts.find(({ account_id }) => account_id === studentId);
  return {
    form: feed.form,
    post: own ? feed.view(own.id, scope) : null,
    late: late.filter(({ form }) => form === feed.form).map((row) => toLateAnswerView(row, feed.question)),
  };
}
