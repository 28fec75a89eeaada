import type { StudentLiveAssessmentView } from '@classwright/contract';
import { canKnowCorrectness, canSeeQuestion, FORMS, computeQuestionPosition, type Viewer } from '@classwright/rules/live';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { toScheduleView } from '../../../class/assessments/index.ts';
import type { FileLinks } from '../../../school/files/index.ts';
import { toRevealedQuestionView, toStudentQuestionView } from '../../../bank/questions/index.ts';
import type { Lesson } from '../access.ts';
import type { SessionQuestions } from '../questions.ts';
import { type LoadedSession, loadSession, toAttemptViews, viewOf } from '../session-view.ts';
import { countRoster } from '../figures/queries.ts';
import { getSchedule } from './lessons-queries.ts';

interface Dependencies {
  questions: SessionQuestions;
  fileLinks: FileLinks;
}

/**
 * Describes the lesson for a student of the class: no absent students, no question before its form opens, and no
 * correct response before it may be known.
 */
export async function describeForStudent(dependencies: Dependencies, db: Db, lesson: Lesson, accountId: number): Promise<StudentLiveAssessmentView> {
  if (lesson.courseId === null) throw appError('ASSESSMENT_NOT_FOUND');
  const newest = await loadSession(db, { newestOf: lesson.assessmentId });
  const run = newest?.session.state === 'canceled' ? null : newest;
  const students = await countRoster(db, lesson.courseId, run?.session.id ?? null);
  return {
    id: lesson.assessmentId,
    title: lesson.title,
    class_id: lesson.courseId,
    class_name: lesson.courseName,
    teacher_name: lesson.teacherName,
    status: lesson.status,
    questions: run ? await listVisibleQuestions(dependencies, db, run, { role: 'student', account_id: accountId, answered: [] }) : [],
    attempts: run ? toAttemptViews(run, { studentId: accountId }) : [],
    schedule_time: toScheduleView(await getSchedule(db, lesson.assessmentId)),
    totalStudent: students,
    session: newest && viewOf(newest, { studentId: accountId }),
  };
}

/**
 * Lists the visible questions by LIVE-39 and LIVE-34. Neither depends on the student's answer: answering ends the
 * student's own time.
 */
async function listVisibleQuestions(
  { questions, fileLinks }: Dependencies,
  db: Db,
  run: LoadedSession,
  viewer: Viewer,
): Promise<StudentLiveAssessmentView['questions']> {
  const urlOf = fileLinks.at(run.now);
  const visible: StudentLiveAssessmentView['questions'] = [];
  for (const position of [1, 2] as const) {
    if (!canSeeQuestion(run.state, position, viewer)) continue;
    const form = FORMS.find((one) => computeQuestionPosition(one) === position)!;
    const { version } = await questions.get(db, run.session.id, position);
    visible.push(canKnowCorrectness(run.state, form, viewer) ? toRevealedQuestionView(version, urlOf) : toStudentQuestionView(version, urlOf));
  }
  return visible;
}
