import { createAccount, hashPassword } from '../modules/people/accounts/index.ts';
import { createAssessment } from '../modules/class/assessments/index.ts';
import { createClass, enrol } from '../modules/class/classes/index.ts';
import { createQuestion } from '../modules/bank/questions/index.ts';
import { createReferenceRow } from '../modules/school/reference/index.ts';
import { type Db, inTransaction } from '../platform/database/index.ts';
import { giveToken } from './give-token.ts';

export interface LessonPerson {
  accountId: number;
  email: string;
  token: string;
}

/** A school that holds many lessons, one after the other, each with a separate class. */
export interface LessonSchool {
  schoolId: number;
  teacher: LessonPerson;
  students: LessonPerson[];
  questionIds: [number, number];
  /** The password of all people. */
  password: string;
}

const PASSWORD = 'many lessons';

/** Creates the people and the two questions of all lessons. */
export async function makeLessonSchool(db: Db, students: number): Promise<LessonSchool> {
  const passwordHash = await hashPassword(PASSWORD);
  return inTransaction(db, async (tx) => {
    const schoolId = await createReferenceRow(tx, 'schools', { school_name: 'School of many lessons', time_zone: 'UTC' });
    const person = async (roleKey: 'teachers' | 'student', at: number): Promise<LessonPerson> => {
      const email = `${roleKey}${at}@lessons.test`;
      const accountType = roleKey === 'student' ? 'Student' : 'Teachers';
      const accountId = await createAccount(tx, { schoolId, accountType, roleKey, firstName: 'Person', lastName: `No. ${at}`, email, passwordHash });
      return { accountId, email, token: await giveToken(tx, accountId) };
    };
    const teacher = await person('teachers', 1);
    const people: LessonPerson[] = [];
    for (let at = 1; at <= students; at += 1) people.push(await person('student', at));
    const question = async (title: string): Promise<number> => {
      const responses = [1, 2, 3, 4].map((at) => ({
        title: `${title}, choice ${at}`,
        description: `Reasoning ${at}`,
        match_label: `${at}`,
        is_valid: at === 2,
      }));
      const made = { authorId: teacher.accountId, schoolId, title, description: 'Which of them?', published_state: 'PUBLISHED' as const, responses };
      return (await createQuestion(tx, made)).questionId;
    };
    const questionIds: [number, number] = [await question('First question'), await question('Transfer question')];
    return { schoolId, teacher, students: people, questionIds, password: PASSWORD };
  });
}

/** Creates a class of the first students, with an assessment that can be run. */
export async function makeClassWithLesson(
  db: Db,
  { schoolId, teacher, students, questionIds }: LessonSchool,
  { name, size }: { name: string; size: number },
): Promise<{ courseId: number; assessmentId: number }> {
  return inTransaction(db, async (tx) => {
    const courseId = await createClass(tx, { schoolId, ownerId: teacher.accountId, name });
    const members = students.slice(0, size).map(({ accountId }) => accountId);
    await enrol(tx, courseId, members, 'STUDENT');
    const owner = { accountId: teacher.accountId, schoolId };
    const assessmentId = await createAssessment(tx, { owner, class_id: courseId, title: name, questionIds, schedule_date: '2024-05-06' });
    return { courseId, assessmentId };
  });
}
