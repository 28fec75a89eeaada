import { createAccount, hashPassword } from '../modules/people/accounts/index.ts';
import { saveExtraTimes } from '../modules/class/extra-time/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { admin, demoPassword, type DemoName, extraTimes, students, teachers } from './content/index.ts';
import { adminEmail, studentEmail, teacherEmail } from './sign-ins.ts';

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
  const make = ([firstName, lastName]: DemoName, email: string, accountType: string, roleKey: string, school: number | null) =>
    createAccount(tx, { schoolId: school, accountType, roleKey, firstName, lastName, email, passwordHash });
  const people: DemoPeople = { adminId: await make(admin, adminEmail, 'Admin', 'admin', null), teachers: [], students: [] };
  for (const [index, name] of teachers.entries()) people.teachers.push(await make(name, teacherEmail(index + 1), 'Teachers', 'teachers', schoolId));
  for (const [index, name] of students.entries()) people.students.push(await make(name, studentEmail(index + 1), 'Student', 'student', schoolId));
  await saveExtraTimes(
    tx,
    extraTimes.map(({ student, percent }) => ({ account_id: people.students[student - 1] as number, percent })),
  );
  return people;
}
