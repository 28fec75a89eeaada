import { type FileStorage, storeMadeFiles } from '../modules/school/files/index.ts';
import { createReferenceRow } from '../modules/school/reference/index.ts';
import { type Db, inTransaction } from '../platform/database/index.ts';
import { createJobs } from '../platform/jobs/index.ts';
import { createLog } from '../platform/log.ts';
import { readBank, school } from './content/index.ts';
import { isInhabited, takeTurn } from './queries.ts';
import { seedAnnouncements } from './seed-announcements.ts';
import { seedAssessments } from './seed-assessments.ts';
import { seedBank } from './seed-bank.ts';
import { seedClasses } from './seed-classes.ts';
import { drawPage } from './page-pdf.ts';
import { seedClasswork } from './seed-classwork.ts';
import { seedFigures } from './seed-figures.ts';
import { seedLessons } from './seed-lessons.ts';
import type { StorePages } from './seed-past-work.ts';
import { seedLists } from './seed-lists.ts';
import { seedPeople } from './seed-people.ts';
import { seedRewards } from './seed-rewards.ts';

/**
 * Creates the demo school when there is no school and no account. Otherwise it does nothing, so it can be called at
 * every start. The school is created completely or not at all, and only once when two processes start together. Returns
 * true when it was created.
 */
export async function seedDemoSchool(db: Db, { storage }: { storage: FileStorage }): Promise<boolean> {
  // The jobs that follow from a lesson are done by the process that serves afterwards.
  const jobs = createJobs({ db, log: createLog('silent'), kinds: () => [] });
  return inTransaction(db, async (tx) => {
    await takeTurn(tx);
    if (await isInhabited(tx)) return false;
    const schoolId = await createReferenceRow(tx, 'schools', school);
    const people = await seedPeople(tx, schoolId);
    const lists = await seedLists(tx);
    const classes = await seedClasses(tx, schoolId, people, lists);
    const bank = await readBank();
    const questionIds = await seedBank(tx, { schoolId, people, lists, bank });
    const storePages: StorePages = (pages) =>
      storeMadeFiles(
        tx,
        storage,
        pages.map(({ ownerId, title, text }) => ({ ownerId, schoolId, name: `${title}.pdf`, bytes: drawPage({ title, text }) })),
      );
    await seedLessons(tx, { schoolId, people, lists, classes, questionIds, bank, jobs, storePages });
    const assessmentIds = await seedAssessments(tx, { schoolId, lists, classes, figureIds: await seedFigures(tx, storage, schoolId) });
    await seedRewards(tx, { schoolId, teacherId: people.teachers[0] as number, studentIds: people.students });
    await seedClasswork(tx, { schoolId, people, classes, assessmentIds, storePages });
    await seedAnnouncements(tx, people, classes);
    return true;
  });
}
