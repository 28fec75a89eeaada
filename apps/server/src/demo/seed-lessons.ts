import { FORMS, type Form } from '@classwright/contract';
import { computeDueAt } from '@classwright/rules/grading/due';
import { toPlainText } from '@classwright/rules/rich-text';
import { createAssessment, finishAssessment, freezeQuestions } from '../modules/class/assessments/index.ts';
import { createTopic } from '../modules/class/classes/index.ts';
import { followAssessment } from '../modules/class/classwork/index.ts';
import { createAnalysis } from '../modules/lesson/item-analysis/index.ts';
import { awardLesson } from '../modules/lesson/live/index.ts';
import { writeFacts } from '../modules/lesson/results/index.ts';
import { assignPostedWork } from '../modules/class/submissions/index.ts';
import { createProductMaking } from '../modules/lesson/work-products/index.ts';
import type { Tx } from '../platform/database/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import { backdateWork, getWorkOfAssessment, listSchoolDays } from './classwork-queries.ts';
import { type BankQuestion, type ClassKey, type DemoLesson, listLessons, periods, school, SCHOOL_DAYS_BACK, type Speaker } from './content/index.ts';
import { p } from './content/rich-text.ts';
import { handInLesson, insertLikes, insertPastSession, insertPosts, insertRemarks, listResponseIds, type PastForm, type PastPost } from './lesson-queries.ts';
import type { SeededClass } from './seed-classes.ts';
import { type DemoLists, idOf } from './seed-lists.ts';
import type { DemoPeople } from './seed-people.ts';
import { toAnswer } from './lesson-answers.ts';
import type { StorePages } from './page-pdf.ts';
import { seedPastWork } from './seed-past-work.ts';
import { telling } from './telling.ts';

interface Context {
  schoolId: number;
  people: DemoPeople;
  lists: DemoLists;
  classes: ReadonlyMap<ClassKey, SeededClass>;
  /** The ids of the bank's questions, by title. */
  questionIds: ReadonlyMap<string, number>;
  bank: readonly BankQuestion[];
  jobs: Pick<Jobs, 'enqueue'>;
  storePages: StorePages;
}

const MINUTE_MS = 60_000;
/**
 * The number of school days in which a lesson's work products are still to be made. Older lessons already have theirs,
 * and their grades are returned.
 */
const LATEST_DAYS = 2;
/** The times in minutes from the beginning of the period. */
const TIMES: Readonly<Record<Form, readonly [opened: number, closed: number]>> = { 'Form - 1A': [6, 13], 'Form - 1B': [15, 27], 'Form - 2': [32, 41] };

/** Creates the past lessons. Jobs make their analysis and work products after the start. */
export async function seedLessons(tx: Tx, context: Context): Promise<void> {
  const days = await listSchoolDays(tx, school.time_zone, { back: SCHOOL_DAYS_BACK, ahead: 0 });
  for (const lesson of listLessons(context.bank)) await seedLesson(tx, context, lesson, days.get(lesson.schoolDay) as string);
}

async function seedLesson(tx: Tx, context: Context, lesson: DemoLesson, day: string): Promise<void> {
  const { people, classes, jobs } = context;
  const course = classes.get(lesson.classKey) as SeededClass;
  const students = people.students.slice(course.students[0] - 1, course.students[1]);
  const accountOf = (speaker: Speaker): number => (speaker === 'teacher' ? course.ownerId : (students[speaker - 1] as number));
  const bellAt = computeDueAt({ due_on: day, due_time: periods[lesson.period].start_time }, school.time_zone).getTime();
  const at = (minutes: number): Date => new Date(bellAt + minutes * MINUTE_MS);

  const assessmentId = await seedAssessment(tx, context, lesson, { course, day });
  await followAssessment(tx, assessmentId, telling);
  const workId = await getWorkOfAssessment(tx, assessmentId);
  await assignPostedWork(tx, [workId]);
  await backdateWork(tx, workId, at(-2 * 24 * 60), { isRead: true });

  const questions = await freezeQuestions(tx, assessmentId);
  const forms = FORMS.map((form): PastForm => {
    const [opened, closed] = TIMES[form];
    const position = form === 'Form - 2' ? 2 : 1;
    const versionId = questions.find((question) => question.position === position)?.question_version_id as number;
    return { form, versionId, openedAt: at(opened), closedAt: at(closed), minutes: closed - opened };
  });
  const present = lesson.answers.map(([student]) => ({ accountId: accountOf(student), loggedInAt: at(lesson.late?.[student] ?? TIMES['Form - 1A'][0]) }));
  const studentIds = present.map(({ accountId }) => accountId);
  const { sessionId, phaseIds } = await insertPastSession(tx, {
    assessmentId,
    courseId: course.id,
    teacherId: course.ownerId,
    questions,
    forms,
    present,
  });
  await handInLesson(tx, workId, { studentIds, at: at(TIMES['Form - 2'][1]) });

  const posts: PastPost[] = [];
  for (const [index, { form, versionId, openedAt, closedAt }] of forms.entries()) {
    const responseIds = await listResponseIds(tx, versionId);
    for (const [place, [student, ...said]] of lesson.answers.entries()) {
      const { letter, text } = toAnswer(said[index]);
      // Arrived after the form closed.
      if (letter === '.') continue;
      const comment = { type: 'doc' as const, content: text === '' ? [] : [p(text)] };
      const isSent = letter !== '-';
      // Some students are quick and some are slow, each at their own pace.
      const share = (2 + ((place * 7 + student * 3 + index * 5) % 16)) / 20;
      posts.push({
        phase_id: phaseIds.get(form) as number,
        account_id: accountOf(student),
        response_id: isSent ? (responseIds[letter.charCodeAt(0) - 65] as number) : null,
        comment,
        comment_text: toPlainText(comment),
        filed_by: isSent ? 'student' : 'server',
        posted_at: isSent
          ? new Date(Math.max(openedAt.getTime(), at(lesson.late?.[student] ?? 0).getTime()) * (1 - share) + share * closedAt.getTime())
          : closedAt,
      });
    }
  }
  const postIds = await insertPosts(tx, sessionId, posts);
  const postOf = (form: Form, student: number): number => postIds.get(`${phaseIds.get(form)}:${accountOf(student)}`) as number;
  const by = (speaker: Speaker) => ({ account_id: accountOf(speaker), by_student: speaker !== 'teacher' });
  /** Returns a moment in the minutes after a form, when answers are read. */
  const after = (form: Form, index: number): Date => new Date(at(TIMES[form][1]).getTime() + (20 + 17 * index) * 1000);
  await insertRemarks(
    tx,
    lesson.remarks.map(({ form, of, by: speaker, text, replies = [] }, index) => ({
      ...by(speaker),
      post_id: postOf(form, of),
      comment: text,
      created_at: after(form, index % 6),
      replies: replies.map(([who, reply], place) => ({ ...by(who), reply, created_at: after(form, (index % 6) + 2 + place) })),
    })),
  );
  await insertLikes(
    tx,
    lesson.likes.flatMap(([form, of, speakers]) =>
      speakers.map((speaker, index) => ({ ...by(speaker), post_id: postOf(form, of), created_at: after(form, index) })),
    ),
  );
  await finishAssessment(tx, assessmentId);
  await awardLesson(tx, sessionId);
  await writeFacts(tx, sessionId);
  await createAnalysis(jobs)(tx, sessionId);
  if (lesson.schoolDay >= -LATEST_DAYS) return createProductMaking(jobs)(tx, sessionId);
  await seedPastWork(tx, {
    bank: context.bank,
    lesson,
    course,
    workId,
    sessionId,
    accountOf,
    endedAt: at(TIMES['Form - 2'][1]),
    storePages: context.storePages,
  });
}

async function seedAssessment(
  tx: Tx,
  { schoolId, lists, questionIds }: Context,
  lesson: DemoLesson,
  { course, day }: { course: SeededClass; day: string },
): Promise<number> {
  if (!course.topics.has(lesson.topic)) course.topics.set(lesson.topic, await createTopic(tx, course.id, lesson.topic));
  return createAssessment(tx, {
    owner: { accountId: course.ownerId, schoolId },
    class_id: course.id,
    title: lesson.title,
    description: { type: 'doc', content: [p(lesson.about)] },
    questionIds: [idOf(questionIds, lesson.first), idOf(questionIds, lesson.transfer)],
    level_id: idOf(lists.levels, course.level),
    protocol_id: idOf(lists.protocols, 'Peer instruction'),
    group_id: idOf(lists.groups, 'Whole class'),
    schedule_date: day,
    period_id: idOf(lists.periods, lesson.period),
    topic_id: idOf(course.topics, lesson.topic),
    subject_id: idOf(lists.subjects, lesson.subject),
    grade_id: idOf(lists.ages, lesson.ages),
    standard_id: idOf(lists.standards, lesson.standard),
    max_point: 8,
    overall_grade: 8,
  });
}
