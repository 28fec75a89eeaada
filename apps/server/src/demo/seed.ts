import type { FileStorage } from '../modules/files/index.ts';
import { createReferenceRow } from '../modules/reference/index.ts';
import { type Db, inTransaction } from '../platform/database/index.ts';
import { school } from './content/index.ts';
import { isInhabited, takeTurn } from './queries.ts';
import { seedAssessments } from './seed-assessments.ts';
import { seedBank } from './seed-bank.ts';
import { seedClasses } from './seed-classes.ts';
import { seedFigures } from './seed-figures.ts';
import { seedLists } from './seed-lists.ts';
import { seedPeople } from './seed-people.ts';

/**
 * Makes the demo school where there is no school and nobody has an account; does nothing anywhere else, so it can be
 * called at every start. All of it or nothing, and once when two processes start together. Returns whether it was made.
 */
export async function seedDemoSchool(db: Db, { storage }: { storage: FileStorage }): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await takeTurn(tx);
    if (await isInhabited(tx)) return false;
    const schoolId = await createReferenceRow(tx, 'schools', school);
    const people = await seedPeople(tx, schoolId);
    const lists = await seedLists(tx);
    const classes = await seedClasses(tx, schoolId, people, lists);
    await seedBank(tx, { schoolId, people, lists });
    await seedAssessments(tx, { schoolId, lists, classes, figureIds: await seedFigures(tx, storage, schoolId) });
    return true;
  });
}
