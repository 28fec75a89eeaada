import { createAccount, hashPassword } from '../modules/people/accounts/index.ts';
import { saveExtraTimes } from '../modules/class/extra-time/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { demoPassword, type DemoPerson, extraTimes, readPeople } from './content/index.ts';

/** Account ids by number: `teachers[0]` is teacher 1. */
export interface DemoPeople {
  adminId: number;
  teachers: number[];
  students: number[];
}

/**
 * Creates the Admin (of the installation), teachers and students, all with the demo's single password, which is hashed
 * once.
 */
export async function seedPeople(tx: Tx, schoolId: number): Promise<DemoPeople> {
  const passwordHash = await hashPassword(demoPassword);
  const make = (person: DemoPerson, accountType: string, roleKey: string, school: number | null) =>
    createAccount(tx, { schoolId: school, accountType, roleKey, ...person, passwordHash });
  const listed = await readPeople();
  const people: DemoPeople = { adminId: await make(listed.admin, 'Admin', 'admin', null), teachers: [], students: [] };
  for (const teacher of listed.teachers) people.teachers.push(await make(teacher, 'Teachers', 'teachers', schoolId));
  for (const student of listed.students) people.students.push(await make(student, 'Student', 'student', schoolId));
  await saveExtraTimes(
    tx,
    extraTimes.map(({ student, percent }) => ({ account_id: people.students[student - 1] as number, percent })),
  );
  return people;
}
