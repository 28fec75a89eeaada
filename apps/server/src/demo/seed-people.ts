import { createAccount, hashPassword } from '../modules/people/accounts/index.ts';
import { saveExtraTimes } from '../modules/class/extra-time/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { tieGuardian } from '../modules/overview/guardians/index.ts';
import { demoPassword, type DemoPerson, extraTimes, guardians, readPeople } from './content/index.ts';

/** Account ids by number: `teachers[0]` is teacher 1. */
export interface DemoPeople {
  adminId: number;
  teachers: number[];
  students: number[];
  guardians: number[];
}

/**
 * Creates the Admin (of the installation), teachers, students, and guardians with their children, all with the demo's single password, which is hashed
 * once.
 */
export async function seedPeople(tx: Tx, schoolId: number): Promise<DemoPeople> {
  const passwordHash = await hashPassword(demoPassword);
  const make = (person: DemoPerson, accountType: string, roleKey: string, school: number | null) =>
    createAccount(tx, { schoolId: school, accountType, roleKey, ...person, passwordHash });
  const listed = await readPeople();
  const people: DemoPeople = { adminId: await make(listed.admin, 'Admin', 'admin', null), teachers: [], students: [], guardians: [] };
  for (const teacher of listed.teachers) people.teachers.push(await make(teacher, 'Teachers', 'teachers', schoolId));
  for (const student of listed.students) people.students.push(await make(student, 'Student', 'student', schoolId));
  for (const guardian of listed.guardians) people.guardians.push(await make(guardian, 'Guardian', 'guardian', schoolId));
  for (const { guardian, student, relation } of guardians) {
    const tie = { childId: people.students[student - 1] as number, guardianId: people.guardians[guardian - 1] as number, relation };
    await tieGuardian(tx, { ...tie, tiedBy: people.adminId });
  }
  await saveExtraTimes(
    tx,
    extraTimes.map(({ student, percent }) => ({ account_id: people.students[student - 1] as number, percent })),
  );
  return people;
}
