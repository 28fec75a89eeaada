import { computeDueAt } from '@classwright/rules/grading/due';
import { createTopic } from '../modules/class/classes/index.ts';
import { followAssessment, saveWork } from '../modules/class/classwork/index.ts';
import { assignPostedWork } from '../modules/class/submissions/index.ts';
import { appNow } from '../platform/clock.ts';
import type { Tx } from '../platform/database/index.ts';
import {
  backdateWork,
  orderNotifications,
  getWorkOfAssessment,
  type Graded,
  type HandIn,
  insertGradeSettings,
  insertMarkingPeriods,
  insertGrades,
  insertHandIns,
  listSchoolDays,
  listSubmissionIds,
} from './classwork-queries.ts';
import { type ClassKey, classwork, type DemoAnswer, type DemoWork, school, SCHOOL_DAYS_BACK } from './content/index.ts';
import type { SeededClass } from './seed-classes.ts';
import type { DemoPeople } from './seed-people.ts';
import type { StorePages } from './page-pdf.ts';
import { telling } from './telling.ts';

interface Context {
  schoolId: number;
  people: DemoPeople;
  classes: ReadonlyMap<ClassKey, SeededClass>;
  /** The ids of the planned lessons' assessments. */
  assessmentIds: readonly number[];
  storePages: StorePages;
}

const POSTED_AT = '08:05';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns a comment by the share of the points, for answers without a comment of their own. */
const wordsFor = (grade: number, points: number): string =>
  grade >= 0.9 * points
    ? 'Very good. Nothing to add.'
    : grade >= 0.5 * points
      ? 'A good part of it is there. Look at my marks and ask me if one is not clear.'
      : 'Let us go through this together at the next homework hour.';

/** Returns a number from 0 to 19 for a student and a work, the same on every machine. */
const castOf = (student: number, work: number): number => (student * 7 + work * 11 + ((student * work) % 5)) % 20;

/** Creates eight weeks of classwork in six classes, with submissions, grades and returned work. */
export async function seedClasswork(tx: Tx, context: Context): Promise<void> {
  const days = await listSchoolDays(tx, school.time_zone, { back: SCHOOL_DAYS_BACK, ahead: 24 });
  const now = await appNow(tx);
  await insertMarkingPeriods(tx, context.schoolId, { first: dayOf(days, -SCHOOL_DAYS_BACK), middle: dayOf(days, -8), last: dayOf(days, 24) });
  for (const assessmentId of context.assessmentIds) {
    await followAssessment(tx, assessmentId, telling);
    await assignPostedWork(tx, [await getWorkOfAssessment(tx, assessmentId)]);
  }
  for (const { classKey, categories, works } of classwork) {
    const course = context.classes.get(classKey) as SeededClass;
    const [first, last] = course.students;
    const students = context.people.students.slice(first - 1, last);
    const categoryIds = await insertGradeSettings(tx, course.id, categories);
    for (const { topic } of works) if (topic !== undefined && !course.topics.has(topic)) course.topics.set(topic, await createTopic(tx, course.id, topic));
    for (const [index, work] of works.toSorted((one, other) => one.postedDay - other.postedDay).entries())
      await seedWork(tx, { ...context, course, students, categoryIds, days, now, index }, work);
  }
  await orderNotifications(tx);
}

interface WorkContext extends Context {
  course: SeededClass;
  students: number[];
  categoryIds: ReadonlyMap<string, number>;
  days: ReadonlyMap<number, string>;
  now: Date;
  index: number;
}

const dayOf = (days: ReadonlyMap<number, string>, day: number): string => days.get(day) as string;

async function seedWork(tx: Tx, context: WorkContext, work: DemoWork): Promise<void> {
  const { course, categoryIds, days, schoolId } = context;
  const instantOf = (day: number, time: string) => computeDueAt({ due_on: dayOf(days, day), due_time: time }, school.time_zone);
  const [year, month, day] = work.dueDay === undefined ? [] : dayOf(days, work.dueDay).split('-').map(Number);
  const [hours, minutes] = work.dueTime?.split(':').map(Number) ?? [];
  const id = await saveWork(
    tx,
    { accountId: course.ownerId, schoolId },
    {
      courseId: course.id,
      title: work.title,
      workType: work.workType,
      courseWorkType: work.kind,
      description: { type: 'doc', content: work.instructions },
      topicId: work.topic === undefined ? null : (course.topics.get(work.topic) as number),
      category_id: work.category === undefined ? null : (categoryIds.get(work.category) as number),
      maxPoints: work.points ?? null,
      dueDate: year === undefined || month === undefined || day === undefined ? null : { year, month, day },
      dueTime: hours === undefined || minutes === undefined ? null : { hours, minutes, seconds: 0, nanos: 0 },
      ...(work.choices ? { multipleChoiceQuestion: { choices: work.choices } } : {}),
      materials: (work.links ?? []).map((link) => ({ kind: 'link' as const, ...link })),
      assigneeMode: 'ALL_STUDENTS',
      ...(work.stage === 'draft' ? { state: 'DRAFT' as const } : {}),
      ...(work.stage === 'scheduled' ? { scheduledTime: instantOf(work.postedDay, POSTED_AT).toISOString() } : {}),
    },
    { ...telling, origin: 'here' },
  );
  if (work.stage === 'draft' || work.stage === 'scheduled') return;
  await assignPostedWork(tx, [id]);
  const postedAt = new Date(Math.min(instantOf(work.postedDay, POSTED_AT).getTime(), context.now.getTime()));
  await backdateWork(tx, id, postedAt, { isRead: work.postedDay < -2 });
  if (work.answers) await seedHandIns(tx, context, { ...work, id, postedAt, answers: work.answers });
}

interface PostedWork extends DemoWork {
  id: number;
  postedAt: Date;
  answers: DemoAnswer[];
}

async function seedHandIns(tx: Tx, { course, students, days, now, index, storePages }: WorkContext, work: PostedWork): Promise<void> {
  const dueAt = work.dueDay === undefined ? null : computeDueAt({ due_on: dayOf(days, work.dueDay), due_time: work.dueTime ?? null }, school.time_zone);
  const submissionIds = await listSubmissionIds(tx, work.id);
  const latest = now.getTime() - HOUR_MS;
  const handIns: HandIn[] = [];
  const graded: Graded[] = [];
  /** The pages that were submitted, by student. */
  const pages = new Map<number, string>();
  for (const [place, accountId] of students.entries()) {
    const cast = castOf(place, index);
    const submissionId = submissionIds.get(accountId) as number;
    // A few submit nothing, and most have not finished open work yet.
    if (cast === 0 || (work.stage === 'open' && cast > 5)) {
      if (cast === 0 && place % 2 === 0 && work.stage === 'returned') graded.push({ submission_id: submissionId, grade: null, message: null });
      continue;
    }
    const answer = work.answers[(place + cast) % work.answers.length] as DemoAnswer;
    const isLate = cast === 1 && dueAt !== null && dueAt.getTime() + DAY_MS < latest;
    const end = Math.min(dueAt?.getTime() ?? latest, latest);
    const at = isLate
      ? dueAt.getTime() + (2 + (place % 20)) * HOUR_MS
      : work.postedAt.getTime() + ((end - work.postedAt.getTime()) * (4 + ((cast * 3 + place) % 15))) / 20;
    const isPage = work.workType === 'ASSIGNMENT';
    const isChoice = work.workType === 'MULTIPLE_CHOICE_QUESTION';
    const title = `${work.title}.pdf`;
    if (isPage) pages.set(accountId, answer.text);
    handIns.push({
      submission_id: submissionId,
      account_id: accountId,
      at: new Date(Math.max(at, work.postedAt.getTime())),
      late: dueAt !== null && at > dueAt.getTime(),
      short_answer: isPage || isChoice ? null : answer.text,
      choice: isChoice ? answer.text : null,
      file_id: null,
      title: isPage ? title : null,
    });
    if (work.stage === 'returned' || (work.stage === 'to grade' && place % 3 === 0 && work.points !== undefined))
      graded.push({ submission_id: submissionId, grade: answer.grade, message: answer.message ?? wordsFor(answer.grade, work.points ?? 1) });
  }
  const typed = pages.size === 0 ? [] : await storePages([...pages].map(([ownerId, text]) => ({ ownerId, title: work.title, text })));
  const fileOf = new Map([...pages.keys()].map((accountId, place) => [accountId, typed[place] as number]));
  await insertHandIns(
    tx,
    handIns.map((handIn) => ({ ...handIn, file_id: fileOf.get(handIn.account_id) ?? null })),
  );
  const gradedAt = new Date(Math.min(Math.max(dueAt?.getTime() ?? 0, ...handIns.map(({ at }) => at.getTime())) + 16 * HOUR_MS, latest));
  await insertGrades(tx, { courseId: course.id, teacherId: course.ownerId, at: gradedAt }, graded, work.stage === 'returned');
}
