import { createClass, createTopic, enrol } from '../modules/class/classes/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { archiveClasses } from './backdate-queries.ts';
import { assessments, classes, type ClassKey, type DemoClass, handouts, lastYear } from './content/index.ts';
import { type DemoLists, idOf } from './seed-lists.ts';
import type { StorePages } from './page-pdf.ts';
import type { DemoPeople } from './seed-people.ts';

export interface SeededClass extends DemoClass {
  id: number;
  ownerId: number;
  topics: Map<string, number>;
}

/** Creates the six classes with their teachers, students and topics. */
export async function seedClasses(tx: Tx, schoolId: number, people: DemoPeople, lists: DemoLists): Promise<Map<ClassKey, SeededClass>> {
  const seeded = new Map<ClassKey, SeededClass>();
  for (const course of classes) {
    const ownerId = people.teachers[course.teacher - 1] as number;
    const { name, section, subject, room, level } = course;
    const id = await createClass(tx, { schoolId, ownerId, name, section, subject, room, levelId: idOf(lists.levels, level) });
    if (course.coTeacher) await enrol(tx, id, [people.teachers[course.coTeacher - 1] as number], 'TEACHER');
    const [first, last] = course.students;
    await enrol(tx, id, people.students.slice(first - 1, last), 'STUDENT');
    const topics = new Map<string, number>();
    for (const { topic } of assessments.filter(({ classKey }) => classKey === course.key))
      if (!topics.has(topic)) topics.set(topic, await createTopic(tx, id, topic));
    seeded.set(course.key, { ...course, id, ownerId, topics });
  }
  return seeded;
}

interface LastYear {
  schoolId: number;
  people: DemoPeople;
  lists: DemoLists;
  storePages: StorePages;
}

/** Creates what a school has after a year: archived classes of the year before, and pages in the files of its teachers. */
export async function seedLastYear(tx: Tx, { schoolId, people, lists, storePages }: LastYear): Promise<void> {
  const archived: number[] = [];
  for (const { name, section, subject, room, level, teacher, students } of lastYear) {
    const ownerId = people.teachers[teacher - 1] as number;
    const id = await createClass(tx, { schoolId, ownerId, name, section, subject, room, levelId: idOf(lists.levels, level) });
    await enrol(tx, id, people.students.slice(students[0] - 1, students[1]), 'STUDENT');
    archived.push(id);
  }
  await archiveClasses(tx, archived);
  await storePages(handouts.map(({ teacher, title, text }) => ({ ownerId: people.teachers[teacher - 1] as number, title, text })));
}
