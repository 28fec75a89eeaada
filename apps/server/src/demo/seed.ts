import { type FileStorage, storeMadeFiles, storeFile } from '../modules/school/files/index.ts';
import { createReferenceRow } from '../modules/school/reference/index.ts';
import { type Db, inTransaction, type Tx } from '../platform/database/index.ts';
import { createJobs } from '../platform/jobs/index.ts';
import { createLog } from '../platform/log.ts';
import { ideas, readBank, school, type ClassKey, classwork, faces, SCHOOL_DAYS_BACK, type FigureKey, figures, storeItems } from './content/index.ts';
import { backdateBank, backdateSchool, setPictures } from './backdate-queries.ts';
import { drawFace } from './draw-face.ts';
import { isInhabited, takeTurn, trustRoom } from './queries.ts';
import { computeDueAt } from '@classwright/rules/grading/due';
import { appNow } from '../platform/clock.ts';
import { insertAnnouncement, listSchoolDays } from './classwork-queries.ts';
import { seedAssessments } from './seed-assessments.ts';
import { seedBank } from './seed-bank.ts';
import { seedClasses, type SeededClass, seedLastYear } from './seed-classes.ts';
import { drawPage } from './page-pdf.ts';
import { seedClasswork } from './seed-classwork.ts';
import { readFile } from 'node:fs/promises';
import { seedLessons } from './seed-lessons.ts';
import type { StorePages } from './page-pdf.ts';
import { type DemoLists, idOf, seedLists } from './seed-lists.ts';
import { seedPeople, type DemoPeople } from './seed-people.ts';
import { addIdea } from '../modules/lesson/ideas/index.ts';
import { addStoreItem, award } from '../modules/school/rewards/index.ts';

const MINUTE_MS = 60_000;
/** The longer parts of the demo school, as far as a progress needs them. */
const PARTS = 6;

/** Creates the announcements to the six classes over eight weeks, with the students' replies. */
async function seedAnnouncements(tx: Tx, people: DemoPeople, classes: ReadonlyMap<ClassKey, SeededClass>): Promise<void> {
  const days = await listSchoolDays(tx, school.time_zone, { back: SCHOOL_DAYS_BACK, ahead: 0 });
  const latest = (await appNow(tx)).getTime() - 90 * MINUTE_MS;
  for (const { classKey, announcements } of classwork) {
    const course = classes.get(classKey) as SeededClass;
    const [first, last] = course.students;
    const students = people.students.slice(first - 1, last);
    for (const { text, postedDay, links = [], comments = [] } of announcements.toSorted((one, other) => one.postedDay - other.postedDay)) {
      const postedAt = Math.min(computeDueAt({ due_on: days.get(postedDay) as string, due_time: '15:10' }, school.time_zone).getTime(), latest);
      await insertAnnouncement(tx, {
        courseId: course.id,
        creatorId: course.ownerId,
        text,
        postedAt: new Date(postedAt),
        links,
        comments: comments.map(([student, comment], index) => ({
          account_id: students[student - 1] as number,
          comment,
          at: new Date(postedAt + (20 + 25 * index) * MINUTE_MS),
        })),
      });
    }
  }
}

/**
 * Creates the demo school when there is no school and no account. Otherwise it does nothing, so it can be called at
 * every start. The school is created completely or not at all, and only once when two processes start together. Returns
 * true when it was created. `onProgress` is called with the share that is created, from 0 to 1.
 */
export async function seedDemoSchool(
  db: Db,
  { storage, onProgress = () => undefined }: { storage: FileStorage; onProgress?: (share: number) => void },
): Promise<boolean> {
  // The jobs that follow from a lesson are done by the process that serves afterwards.
  const jobs = createJobs({ db, log: createLog('silent'), kinds: () => [] });
  if (await isInhabited(db)) return false;
  // Drawn first, since the database waits for no transaction that does nothing for long.
  const drawn = faces.split(' ').map(drawFace);
  return inTransaction(db, async (tx) => {
    let done = 0;
    const advance = (): void => onProgress(++done / PARTS);
    await takeTurn(tx);
    if (await isInhabited(tx)) return false;
    const schoolId = await createReferenceRow(tx, 'schools', school);
    await trustRoom(tx, schoolId);
    const people = await seedPeople(tx, schoolId);
    advance();
    const lists = await seedLists(tx);
    const classes = await seedClasses(tx, schoolId, people, lists);
    const bank = await readBank();
    const questionIds = await seedBank(tx, { schoolId, people, lists, bank });
    advance();
    await backdateBank(tx);
    await seedFaces(tx, storage, { schoolId, people, drawn });
    const figureIds = await seedFigures(tx, storage, schoolId);
    advance();
    const storePages: StorePages = (pages) =>
      storeMadeFiles(
        tx,
        storage,
        pages.map(({ ownerId, title, text }) => ({ ownerId, schoolId, name: `${title}.pdf`, bytes: drawPage({ title, text }) })),
      );
    await seedLessons(tx, { schoolId, people, lists, classes, questionIds, bank, jobs, storePages });
    advance();
    const assessmentIds = await seedAssessments(tx, { schoolId, lists, classes, figureIds });
    await seedRewards(tx, { schoolId, teacherId: people.teachers[0] as number, studentIds: people.students, figureIds });
    await seedIdeas(tx, { schoolId, teacherId: people.teachers[0] as number, lists });
    await seedClasswork(tx, { schoolId, people, classes, assessmentIds, storePages });
    advance();
    await seedAnnouncements(tx, people, classes);
    await seedLastYear(tx, { schoolId, people, lists, storePages });
    advance();
    await backdateSchool(tx);
    return true;
  });
}

interface Faces {
  schoolId: number;
  people: DemoPeople;
  /** PNGs, in the order of the people. */
  drawn: readonly Buffer[];
}

/** Stores a picture of everybody, as files of the school, which are in nobody's list. */
async function seedFaces(tx: Tx, storage: FileStorage, { schoolId, people: { adminId, teachers, students, guardians }, drawn }: Faces): Promise<void> {
  const accountIds = [adminId, ...teachers, ...students, ...guardians];
  const files = drawn.map((bytes) => ({ ownerId: null, schoolId, name: 'face.png', bytes }));
  await setPictures(tx, accountIds, await storeMadeFiles(tx, storage, files));
}

/** Names the ideas behind wrong responses, so that every past lesson shows what its class believed. */
async function seedIdeas(tx: Tx, { schoolId, teacherId, lists }: { schoolId: number; teacherId: number; lists: DemoLists }): Promise<void> {
  for (const { name, sentence, subject, standard, levels } of ideas)
    await addIdea(tx, {
      schoolId,
      accountId: teacherId,
      name,
      sentence,
      subjectId: idOf(lists.subjects, subject),
      standardId: standard === undefined ? null : idOf(lists.standards, standard),
      matchLevels: levels,
    });
}

/** Stores the drawn figures as files of the school. Returns their ids. */
async function seedFigures(tx: Tx, storage: FileStorage, schoolId: number): Promise<Record<FigureKey, number>> {
  const ids: Partial<Record<FigureKey, number>> = {};
  for (const [key, { file }] of Object.entries(figures)) {
    ids[key as FigureKey] = await storeFile(tx, storage, {
      ownerId: null,
      schoolId,
      name: file,
      bytes: await readFile(new URL(`./figures/${file}`, import.meta.url)),
    });
  }
  return ids as Record<FigureKey, number>;
}

interface Rewards {
  schoolId: number;
  teacherId: number;
  studentIds: readonly number[];
  figureIds: Readonly<Record<FigureKey, number>>;
}

/**
 * Creates a store with a few items, and the points that students have earned so far: one lesson each, two for every
 * third student.
 */
async function seedRewards(tx: Tx, { schoolId, teacherId, studentIds, figureIds }: Rewards): Promise<void> {
  for (const { picture, ...item } of storeItems) await addStoreItem(tx, { ...item, schoolId, accountId: teacherId, pictureId: figureIds[picture] });
  const earned = (accountId: number, lesson: number) => ({ event: 'lesson-answered' as const, accountId, cause: `demo:lesson:${lesson}` });
  await award(
    tx,
    studentIds.flatMap((id, index) => [earned(id, 1), ...(index % 3 === 0 ? [earned(id, 2)] : [])]),
  );
}
