import { en } from '@classwright/contract/messages/en';
import { type Course, type SimulatedClassroom, startClassroom, type User } from '@classwright/server/testing/classroom/index';
import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Person } from './harness/index.ts';
import { see } from './join/steps.ts';

const patience = { timeout: 60_000 };

/** A class at Google, with its teacher and students who have accounts of the demo school under the same addresses, and somebody whom nobody knows here. */
interface There {
  google: SimulatedClassroom;
  teacher: User;
  students: User[];
  course: Course;
}

/** Makes a class at Google for each journey of a file. Returns it, to be read within a journey, and the settings by which the product finds it. */
export function prepareClassAtGoogle(): { there: There; env: () => Record<string, string> } {
  const there = {} as There;
  beforeEach(async () => {
    const google = await startClassroom();
    const teacher = google.people.add({ email: 'teacher@demo.school', givenName: 'Grace', familyName: 'Okafor', isTeacher: true });
    const students = ['student1', 'student2', 'student3'].map((name) => google.people.add({ email: `${name}@demo.school`, givenName: name }));
    const stranger = google.people.add({ email: 'layla@elsewhere.example', givenName: 'ليلى', familyName: 'حداد' });
    const course = google.asTeacher(teacher).createCourse({ name: 'Astronomy 10', section: 'C', room: '12' });
    google.asTeacher(teacher).createCourse({ name: 'Astronomy of last year' }, { courseState: 'ARCHIVED' });
    for (const one of [...students, stranger]) google.asStudent(one).join(course);
    Object.assign(there, { google, teacher, students, course });
  });
  afterEach(() => there.google.close());
  return {
    there,
    env: () => ({
      GOOGLE_CLASSROOM: 'on',
      GOOGLE_CLASSROOM_URL: there.google.url,
      GOOGLE_ISSUER: there.google.issuer,
      GOOGLE_CLIENT_ID: there.google.clientId,
      GOOGLE_CLIENT_SECRET: there.google.clientSecret,
    }),
  };
}

export async function expectNoSideScroll({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
export const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });

/** Gives consent at Google as the teacher. */
export async function consent({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: /teacher@demo\.school/ }).click(patience);
  await page.getByText('is connected as teacher@demo.school', { exact: false }).waitFor(patience);
}

/** Presses one of the buttons, and waits for the words at its end. */
export async function sync(person: Person, name: 'Sync Class' | 'Sync Class Work' | 'Sync Invitations', words: string): Promise<void> {
  await button(person, name).click(patience);
  await see(person, words);
  await button(person, name).waitFor(patience);
}

/** From nothing to the class of Google's here; ends on its page. Returns the id of the class here. */
export async function reachFirstClass(teacher: Person): Promise<number> {
  await teacher.visit('/sync');
  await button(teacher, en['syncPage.connect']).click(patience);
  await consent(teacher);
  await teacher.visit('/classes');
  await button(teacher, 'Sync Class').click(patience);
  await button(teacher, en['syncRun.apply']).click(patience);
  await see(teacher, en['sync.complete.classes']);
  await teacher.visit('/classes?search_text=Astronomy');
  await teacher.page.getByRole('link', { name: 'Astronomy 10', exact: true }).click(patience);
  await teacher.page.getByRole('heading', { level: 1, name: 'Astronomy 10' }).waitFor(patience);
  return Number(/\d+$/.exec(new URL(teacher.page.url()).pathname)?.[0]);
}

/** Types a grade into the first row of the first work made here. */
export async function gradeFirst(person: Person, classId: number, grade: string): Promise<void> {
  await openSheet(person, classId);
  await (await firstCell(person)).click(patience);
  await person.page.keyboard.type(grade);
  await person.page.keyboard.press('Enter');
  await see(person, '1 saved');
}
export async function openSheet(person: Person, classId: number): Promise<void> {
  await person.visit(`/class-gradebook/${classId}`);
  await person.page.getByRole('grid').waitFor(patience);
  await person.settle();
}
/** Returns the first student's cell in the column of the work made here. */
export async function firstCell({ page }: Person): Promise<Locator> {
  const column = await page
    .getByRole('columnheader', { name: /Name the planets/ })
    .first()
    .getAttribute('data-column', patience);
  return page.locator(`[data-row="0"][data-column="${column}"]`);
}
