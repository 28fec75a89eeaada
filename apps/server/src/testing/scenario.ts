import type { Endpoint } from '@classwright/contract';
import { createAccount, deactivateAccount } from '../modules/people/accounts/index.ts';
import { createAssessment } from '../modules/class/assessments/index.ts';
import { createClass, enrol, removeMember } from '../modules/class/classes/index.ts';
import { createQuestion } from '../modules/bank/questions/index.ts';
import { createReferenceRow } from '../modules/school/reference/index.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import type { TestApp, TestArguments, TestReply } from './app.ts';

/** A person with a token who can make calls. */
export interface TestPerson {
  accountId: number;
  token: string;
  firstName: string;
  lastName: string;
  call: <E extends Endpoint>(endpoint: E, args?: TestArguments, options?: { key?: string; token?: string }) => Promise<TestReply<E>>;
}

/** A class of a school with people of every kind of access. */
export interface TestClass {
  schoolId: number;
  courseId: number;
  /** The owner of the class. */
  teacher: TestPerson;
  coTeacher: TestPerson;
  /** An administrator of the installation. */
  admin: TestPerson;
  /** A teacher of the same school who is not in the class. */
  otherTeacher: TestPerson;
  students: TestPerson[];
  /** A student of the same school, in no class. */
  otherStudent: TestPerson;
}

export interface TestQuestion {
  questionId: number;
  versionId: number;
  title: string;
  /** The choices in the order shown. The second is right. */
  titles: string[];
}

export interface TestLesson extends TestClass {
  assessmentId: number;
  first: TestQuestion;
  transfer: TestQuestion;
}

/** Creates people, classes and lessons through the services of their modules. */
export interface Scenario {
  person: (role: 'admin' | 'teachers' | 'student' | 'guardian', schoolId: number | null, name?: { firstName: string; lastName: string }) => Promise<TestPerson>;
  school: (timeZone?: string) => Promise<number>;
  /** Creates a period of the day, 'HH:MM' to 'HH:MM', for all schools. */
  period: (startTime: string, endTime: string) => Promise<number>;
  class: (options?: { students?: number; schoolId?: number }) => Promise<TestClass>;
  question: (author: TestPerson, schoolId: number, options?: { responses?: number; description?: string }) => Promise<TestQuestion>;
  assessment: (options: {
    owner: TestPerson;
    schoolId: number;
    classId: number | null;
    questions?: [TestQuestion, TestQuestion];
  }) => Promise<{ assessmentId: number; first: TestQuestion; transfer: TestQuestion }>;
  /** Creates a class with an assessment of its teacher that can be run. */
  lesson: (options?: { students?: number; description?: string }) => Promise<TestLesson>;
  remove: (courseId: number, accountId: number) => Promise<void>;
  deactivate: (accountId: number) => Promise<void>;
}

const FIRST_NAMES = ['Amara', 'Bao', 'Carmen', 'Dmitri', 'Elif', 'Farid', 'Grace', 'Hana'];
const LAST_NAMES = ['Okafor', 'Nguyen', 'Ruiz', 'Ivanov', 'Yilmaz', 'Haddad', "O'Neill", 'Sato'];
/** The hash of an unknown password: an administrator must be a person who can sign in. */
const SOME_HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0IGhlcmU$MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE';
const TYPE_OF = { admin: 'Admin', teachers: 'Teachers', student: 'Student', guardian: 'Guardian' } as const;

export function createScenario(app: TestApp): Scenario {
  let made = 0;
  const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(app.db, work);

  const scenario: Scenario = {
    async person(role, schoolId, name) {
      made += 1;
      const email = `person${made}@school.test`; // now: by the time of the transaction others may have been made
      const { firstName, lastName } = name ?? {
        firstName: FIRST_NAMES[made % FIRST_NAMES.length]!,
        lastName: `${LAST_NAMES[made % LAST_NAMES.length]} ${made}`,
      };
      const accountId = await inTx((tx) =>
        createAccount(tx, {
          schoolId,
          accountType: TYPE_OF[role],
          roleKey: role,
          firstName,
          lastName,
          email,
          passwordHash: role === 'admin' ? SOME_HASH : null,
        }),
      );
      const token = await app.signIn(accountId);
      return { accountId, token, firstName, lastName, call: (endpoint, args, options) => app.call(endpoint, args, { token, ...options }) };
    },
    async school(timeZone = 'UTC') {
      made += 1;
      const name = `School ${made}`;
      return inTx((tx) => createReferenceRow(tx, 'schools', { school_name: name, time_zone: timeZone }));
    },
    async class({ students = 3, schoolId } = {}) {
      const school = schoolId ?? (await scenario.school());
      const [teacher, coTeacher, otherTeacher, otherStudent] = [
        await scenario.person('teachers', school),
        await scenario.person('teachers', school),
        await scenario.person('teachers', school),
        await scenario.person('student', school),
      ];
      const learners: TestPerson[] = [];
      for (let index = 0; index < students; index += 1) learners.push(await scenario.person('student', school));
      const courseId = await inTx(async (tx) => {
        const id = await createClass(tx, { schoolId: school, ownerId: teacher.accountId, name: `Class ${made}` });
        await enrol(tx, id, [coTeacher.accountId], 'TEACHER');
        if (learners.length > 0)
          await enrol(
            tx,
            id,
            learners.map(({ accountId }) => accountId),
            'STUDENT',
          );
        return id;
      });
      return { schoolId: school, courseId, teacher, coTeacher, admin: await scenario.person('admin', null), otherTeacher, students: learners, otherStudent };
    },
    async question(author, schoolId, { responses = 4, description = 'A ball is thrown straight up. What is its acceleration at the top?' } = {}) {
      made += 1;
      const title = `Question ${made}`;
      const titles = Array.from({ length: responses }, (_, index) => `${title}, choice ${index + 1}`);
      const ids = await inTx((tx) =>
        createQuestion(tx, {
          authorId: author.accountId,
          schoolId,
          title,
          description,
          published_state: responses < 2 ? 'DRAFT' : 'PUBLISHED',
          responses: titles.map((choice, index) => ({
            title: choice,
            description: `Reasoning ${index + 1}`,
            match_label: String(index + 1),
            is_valid: index === 1,
          })),
        }),
      );
      return { ...ids, title, titles };
    },
    period: (startTime, endTime) =>
      inTx((tx) => createReferenceRow(tx, 'assessment_periods', { name: `From ${startTime} to ${endTime}`, start_time: startTime, end_time: endTime })),
    async assessment({ owner, schoolId, classId, questions }) {
      const [first, transfer] = questions ?? [await scenario.question(owner, schoolId), await scenario.question(owner, schoolId)];
      const assessmentId = await inTx((tx) =>
        createAssessment(tx, {
          owner: { accountId: owner.accountId, schoolId },
          class_id: classId,
          title: `Assessment of ${first.title}`,
          questionIds: [first.questionId, transfer.questionId],
          schedule_date: '2024-05-06',
        }),
      );
      return { assessmentId, first, transfer };
    },
    async lesson({ students, description } = {}) {
      const room = await scenario.class(students === undefined ? {} : { students });
      const questions =
        description === undefined
          ? undefined
          : ([await scenario.question(room.teacher, room.schoolId, { description }), await scenario.question(room.teacher, room.schoolId)] as [
              TestQuestion,
              TestQuestion,
            ]);
      return {
        ...room,
        ...(await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId, ...(questions ? { questions } : {}) })),
      };
    },
    async remove(courseId, accountId) {
      await inTx((tx) => removeMember(tx, courseId, accountId));
    },
    async deactivate(accountId) {
      await inTx((tx) => deactivateAccount(tx, accountId));
    },
  };
  return scenario;
}
