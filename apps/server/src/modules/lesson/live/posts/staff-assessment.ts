import type { StaffLiveAssessmentView } from '@classwright/contract';
import { appNow } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { toScheduleView } from '../../../class/assessments/index.ts';
import type { FileLinks } from '../../../school/files/index.ts';
import { loadQuestionVersions, type QuestionVersion, toStaffQuestionView } from '../../../bank/questions/index.ts';
import type { Lesson } from '../access.ts';
import { getPlan } from '../queries.ts';
import type { SessionQuestions } from '../questions.ts';
import { computeRunTally } from '../figures/tally.ts';
import { type LoadedSession, loadSession, STAFF, toAttemptViews, toPlanView, viewOf } from '../session-view.ts';
import { listRoster, type RosterRow } from '../figures/queries.ts';
import { findSureChoice } from '../reasons/sure.ts';
import { getSchedule, listCurrentVersions } from './lessons-queries.ts';

interface Dependencies {
  questions: SessionQuestions;
  fileLinks: FileLinks;
}

/**
 * Describes the lesson for people who may run it. A canceled run appears only in `session`: otherwise the lesson is as
 * before its start, without attempts and with the questions that the next run would ask. @throws
 * ASSESSMENT_WITHOUT_CLASS, which has no lesson; only people who may know of it get this far
 */
export async function describeForStaff(dependencies: Dependencies, db: Db, lesson: Lesson): Promise<StaffLiveAssessmentView> {
  if (lesson.courseId === null) throw appError('ASSESSMENT_WITHOUT_CLASS');
  const newest = await loadSession(db, { newestOf: lesson.assessmentId });
  const run = newest?.session.state === 'canceled' ? null : newest;
  const urlOf = dependencies.fileLinks.at(newest?.now ?? (await appNow(db)));
  const questions = run ? await listFrozen(dependencies, db, run) : await listCurrent(db, lesson.assessmentId);
  const roster = await listRoster(db, lesson.courseId, run?.session.id ?? null);
  return {
    id: lesson.assessmentId,
    title: lesson.title,
    class_id: lesson.courseId,
    class_name: lesson.courseName,
    teacher_name: lesson.teacherName,
    status: lesson.status,
    questions: questions.map((version) => toStaffQuestionView(version, urlOf)),
    attempts: run ? toAttemptViews(run, STAFF) : [],
    schedule_time: toScheduleView(await getSchedule(db, lesson.assessmentId)),
    totalStudent: roster.length,
    AbsentStudents: toAbsentViews(roster),
    plan: toPlanView(run?.session ?? (await getPlan(db, lesson.courseId))),
    session: newest && viewOf(newest, STAFF),
    asks_sure: await findSureChoice(db, lesson.assessmentId, lesson.courseId),
    tally: run && (await computeRunTally(db, dependencies.questions, run)),
  };
}

/** Returns the students of the class who have not logged in to the session (LIVE-40); before a run, all of them. */
export function toAbsentViews(roster: readonly RosterRow[]): { id: number; name: string }[] {
  return roster.filter(({ logged_in_at }) => logged_in_at === null).map((row) => ({ id: row.account_id, name: fullName(row) }));
}

async function listFrozen({ questions }: Dependencies, db: Db, run: LoadedSession): Promise<QuestionVersion[]> {
  return [(await questions.get(db, run.session.id, 1)).version, (await questions.get(db, run.session.id, 2)).version];
}

async function listCurrent(db: Db, assessmentId: number): Promise<QuestionVersion[]> {
  const ids = await listCurrentVersions(db, assessmentId);
  const versions = await loadQuestionVersions(db, ids);
  return ids.flatMap((id) => versions.get(id) ?? []);
}
