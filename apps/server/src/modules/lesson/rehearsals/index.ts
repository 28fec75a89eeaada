/**
 * Rehearsals: lessons for trying, and simulated classes that take part in them.
 *
 * Invariants: a rehearsal runs on a copy of an assessment, in a hidden class of simulated people, so every call of a
 * lesson works unchanged; nothing of it stands in a list, figure or export of anybody else, and its original stays as it
 * was; one press, or a day, takes it away with every row. A simulated class never takes part in a real lesson, except
 * with the students of the demo school. It acts by the ordinary calls of students, as far as each could at that moment.
 */
import { randomInt } from 'node:crypto';
import {
  channels,
  type MessageKey,
  rehearsalList,
  rehearsalMake,
  rehearsalRemove,
  simulatedClassBring,
  simulatedClassGet,
  simulatedClassPhone,
  type Translate,
} from '@classwright/contract';
import type { Folded, Manifest } from '../../../manifest.ts';
import { afterCommit, type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { type Jobs, scheduledJob } from '../../../platform/jobs/index.ts';
import { forgetRoom, type Realtime } from '../../../platform/live/index.ts';
import type { Log } from '../../../platform/log.ts';
import { insertRehearsal } from '../../class/assessments/index.ts';
import { createRehearsalClass, enrolSimulated } from '../../class/classes/index.ts';
import { getSettingsOfClass } from '../../class/settings/index.ts';
import { chanceOf, listManners } from '@classwright/rules/simulation/index';
import { createSimulated, issuePlayToken, listPlayTokens, listSignedIn, type SimulatedName } from '../../people/accounts/index.ts';
import { getStaffLesson, type Lesson, shutGate } from '../live/index.ts';
import { createCalls } from './calls.ts';
import { CLASS_KIND, classJob, type ClassPayload } from './class-job.ts';
import { eraseRehearsal } from './erase-queries.ts';
import {
  areAllowed,
  countClasses,
  endClass,
  endIdleClasses,
  findClass,
  findRehearsal,
  insertRehearsalRow,
  listOldRehearsals,
  listOwnRehearsals,
  listPlayable,
  type PlayableRow,
  type SimulatedClassRow,
  saveClass,
} from './queries.ts';
import { personalData } from './personal-data.ts';

/** The simulated classes that may take part in lessons at the same time. */
const MOST_CLASSES = { ofSchool: 2, ofAll: 4 } as const;
const KEEP_HOURS = 24;

/** First names from many places, so that a simulated class looks like one. */
const FIRST =
  'Ada Amir Anika Bao Ben Carla Chidi Dara Davi Elif Emeka Fatima Finn Giulia Hana Hugo Ines Ivo Jamal Jun Kai Keira Lena Linh Luca Maja Malik Mei Mira Nadia Nils Noor Omar Paula Priya Quinn Rafael Rosa Sami Sofia Tariq Tess Tomas Uma Vera Wen Yara Yusuf Zoe Zuri'.split(
    ' ',
  );
const LAST = 'Abara Berg Costa Diaz Eriksen Farah Gomez Haddad Ito Jansen Khan Lopez Meyer Novak Okafor Park Rossi Silva Tran Weber'.split(' ');

/** Returns the names of a simulated class; no two students have the same one. */
function nameClass(seed: number, size: number): SimulatedName[] {
  const first = FIRST.map((name, index) => ({ name, at: chanceOf(seed, 'first', index) })).sort((a, b) => a.at - b.at);
  return Array.from({ length: size }, (_, index) => ({
    firstName: (first[index % first.length] as { name: string }).name,
    lastName: LAST[(index + Math.floor(chanceOf(seed, 'last') * LAST.length) + Math.floor(index / first.length)) % LAST.length] as string,
  }));
}

interface RehearsalsOptions {
  db: Db;
  log: Log;
  t: Translate<MessageKey>;
  jobs: Pick<Jobs, 'enqueue'>;
  folded: () => Folded;
  realtime: Pick<Realtime, 'standIn' | 'endToken'>;
  demoSignIns: readonly unknown[];
  /** The calls of lessons, which simulated students make. */
  lessonCalls: readonly Implementation[];
}

export function rehearsalsModule({ db, log, t, jobs, folded, realtime, demoSignIns, lessonCalls }: RehearsalsOptions): Manifest {
  const hasDemo = demoSignIns.length > 0;
  const findListener = (accountId: number) => folded().service('findListener')(accountId);
  const context: Context = { t, jobs, hasDemo, realtime };
  return {
    personalData,
    implementations: implementRehearsals(context),
    jobs: [
      classJob({ db, makeCall: createCalls(db, log, lessonCalls), findListener, realtime, hasDemo }),
      scheduledJob('rehearsals.forget', 60, async () => {
        for (const assessmentId of await listOldRehearsals(db, KEEP_HOURS)) await inTransaction(db, (tx) => takeAway(tx, assessmentId));
      }),
    ],
  };
}

interface Context {
  t: Translate<MessageKey>;
  jobs: Pick<Jobs, 'enqueue'>;
  hasDemo: boolean;
  realtime: Pick<Realtime, 'endToken'>;
}

function implementRehearsals(context: Context): Implementation[] {
  return [
    implement(rehearsalMake, async ({ tx, input, actor }) => {
      const lesson = await getStaffLesson(tx, actor, input.assessment_id);
      const schoolId = schoolOf(lesson, actor);
      if (schoolId === null) throw appError('ASSESSMENT_INCOMPLETE');
      const assessmentId = await makeRehearsal(tx, context, { lesson, schoolId, size: input.size, ownerId: actor.accountId });
      await bring(tx, context, { ...input, assessmentId, schoolId, broughtBy: actor.accountId });
      return { assessment_id: assessmentId };
    }),
    implement(rehearsalList, async ({ tx, actor }) => ({
      rehearsals: await listOwnRehearsals(tx, actor.accountId, null),
      can_open: actor.schoolId === null || (await areAllowed(tx, actor.schoolId)),
    })),
    implement(rehearsalRemove, async ({ tx, input, actor }) => {
      const lesson = await getStaffLesson(tx, actor, input.id);
      const originalId = await takeAway(tx, lesson.assessmentId);
      if (originalId === undefined) throw appError('ASSESSMENT_NOT_FOUND');
      return { original_id: originalId };
    }),
    implement(simulatedClassGet, async ({ tx, input, actor }) => {
      const lesson = await getStaffLesson(tx, actor, input.assessment_id);
      const schoolId = schoolOf(lesson, actor);
      const rehearsal = await findRehearsal(tx, lesson.assessmentId);
      const isAllowed = schoolId !== null && (await areAllowed(tx, schoolId));
      const isHere = rehearsal !== null || (await isOfDemo(tx, context, lesson));
      const brought = await findClass(tx, lesson.assessmentId);
      const [own] = await listOwnRehearsals(tx, actor.accountId, lesson.assessmentId);
      const comes = isHere ? ('here' as const) : ('rehearsal' as const);
      return {
        is_rehearsal: rehearsal !== null,
        original_id: rehearsal?.original_id ?? null,
        comes: isAllowed ? comes : null,
        brought: brought && toView(brought),
        rehearsal: own ?? null,
      };
    }),
    implement(simulatedClassBring, async ({ tx, input, actor }) => {
      const lesson = await getStaffLesson(tx, actor, input.assessment_id);
      if (lesson.status === 'finished') throw appError('ASSESSMENT_FINISHED');
      const rehearsal = await findRehearsal(tx, lesson.assessmentId);
      const schoolId = schoolOf(lesson, actor);
      if (schoolId === null || (!rehearsal && !(await isOfDemo(tx, context, lesson)))) throw appError('NOT_A_REHEARSAL');
      if (rehearsal) await fillClass(tx, context, { courseId: rehearsal.course_id, schoolId, assessmentId: lesson.assessmentId, size: input.size });
      const brought = await bring(tx, context, { ...input, assessmentId: lesson.assessmentId, schoolId, broughtBy: actor.accountId });
      return { brought: toView(brought) };
    }),
    implement(simulatedClassPhone, async ({ tx, input, actor }) => {
      const lesson = await getStaffLesson(tx, actor, input.assessment_id);
      const { assessmentId } = lesson;
      const rehearsal = await findRehearsal(tx, assessmentId);
      if (!rehearsal && !(await isOfDemo(tx, context, lesson))) throw appError('NOT_A_REHEARSAL');
      const student = await choosePlayed(tx, context, assessmentId, actor.accountId);
      if (!student) throw appError('SIMULATED_CLASS_MISSING');
      const { account_id, first_name, last_name } = student;
      const { token, ended } = await issuePlayToken(tx, { accountId: account_id, assessmentId, playedBy: actor.accountId });
      afterCommit(tx, () => {
        for (const id of ended) context.realtime.endToken(id);
      });
      const { time_zone } = await getSettingsOfClass(tx, lesson.courseId as number); // a class has everybody who may be played
      return { seat: { state: 'seated' as const, assessment_id: assessmentId, api_token: token, student: { account_id, first_name, last_name, time_zone } } };
    }),
  ];
}

/**
 * Chooses the student whom a person plays: the one whom the person plays already, otherwise the one who stays away and so
 * has written nothing, otherwise one whom nobody is signed in as (LIVE-125).
 */
async function choosePlayed(tx: Tx, { hasDemo }: Context, assessmentId: number, playedBy: number): Promise<PlayableRow | undefined> {
  const students = await listPlayable(tx, assessmentId, hasDemo);
  const [held] = await listPlayTokens(tx, assessmentId, playedBy);
  const own = students.find(({ account_id }) => account_id === held?.account_id);
  if (own) return own;
  const ids = students.map(({ account_id }) => account_id);
  const taken = await listSignedIn(tx, ids, assessmentId);
  const brought = await findClass(tx, assessmentId);
  const manners = brought ? listManners(brought.seed, Math.min(brought.size, students.length)) : [];
  const free = students.filter(({ account_id }) => !taken.has(account_id));
  return free.find((one) => manners[students.indexOf(one)] === 'absent') ?? free.at(-1);
}

const schoolOf = (lesson: Lesson, actor: Actor): number | null => lesson.schoolId ?? actor.schoolId;

const toView = ({ size, speed, brought_at }: SimulatedClassRow) => ({ size, speed, brought_at: brought_at.toISOString() });

/** Returns true when students of the demo school can take part in this lesson. */
async function isOfDemo(db: Db, { hasDemo }: Context, lesson: Lesson): Promise<boolean> {
  return hasDemo && (await listPlayable(db, lesson.assessmentId, true)).length > 0;
}

/** Copies the assessment into a hidden class with simulated students. Returns the id of the copy. */
async function makeRehearsal(
  tx: Tx,
  context: Context,
  { lesson, schoolId, size, ownerId }: { lesson: Lesson; schoolId: number; size: number; ownerId: number },
): Promise<number> {
  const courseId = await createRehearsalClass(tx, { schoolId, ownerId, name: lesson.courseName || context.t('rehearsal.classOf') });
  const assessmentId = await insertRehearsal(tx, lesson.assessmentId, { ownerId, classId: courseId });
  const original = await findRehearsal(tx, lesson.assessmentId);
  await insertRehearsalRow(tx, { courseId, assessmentId, originalId: original?.original_id ?? lesson.assessmentId, madeBy: ownerId });
  await fillClass(tx, context, { courseId, schoolId, assessmentId, size });
  return assessmentId;
}

/** Adds simulated students to a rehearsal's class until it has this size. */
async function fillClass(
  tx: Tx,
  { hasDemo }: Context,
  { courseId, schoolId, assessmentId, size }: { courseId: number; schoolId: number; assessmentId: number; size: number },
): Promise<void> {
  const there = (await listPlayable(tx, assessmentId, hasDemo)).length;
  if (there >= size) return;
  const names = nameClass(courseId, size).slice(there);
  await enrolSimulated(tx, courseId, await createSimulated(tx, { courseId, schoolId }, names));
}

/** Brings a class to a lesson, and schedules its taking part. @throws SIMULATED_CLASSES_OFF, SIMULATED_CLASSES_BUSY */
async function bring(
  tx: Tx,
  { jobs }: Context,
  given: { assessmentId: number; schoolId: number; size: number; speed: number; broughtBy: number },
): Promise<SimulatedClassRow> {
  if (!(await areAllowed(tx, given.schoolId))) throw appError('SIMULATED_CLASSES_OFF');
  await endIdleClasses(tx, given.broughtBy, given.assessmentId);
  const { of_school, of_all } = await countClasses(tx, given.schoolId, given.assessmentId);
  if (of_school >= MOST_CLASSES.ofSchool || of_all >= MOST_CLASSES.ofAll) throw appError('SIMULATED_CLASSES_BUSY');
  const brought = await saveClass(tx, { ...given, seed: randomInt(2 ** 31 - 1) });
  await jobs.enqueue<ClassPayload>(tx, CLASS_KIND, [{ assessment_id: given.assessmentId }], { keyOf: ({ assessment_id }) => String(assessment_id) });
  return brought;
}

/**
 * Erases a rehearsal, once everybody who is writing in it has finished. Returns the id of its original, or null when that
 * is gone; undefined for a lesson that is no rehearsal.
 */
async function takeAway(tx: Tx, assessmentId: number): Promise<number | null | undefined> {
  if (!(await findRehearsal(tx, assessmentId))) return undefined;
  await shutGate(tx, assessmentId);
  const rehearsal = await findRehearsal(tx, assessmentId); // somebody else may have taken it away in the meantime
  if (!rehearsal) return undefined;
  await endClass(tx, assessmentId);
  await eraseRehearsal(tx, rehearsal.course_id);
  await forgetRoom(tx, channels.assessment(assessmentId));
  return rehearsal.original_id;
}
