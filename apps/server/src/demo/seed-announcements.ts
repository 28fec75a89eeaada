import { computeDueAt } from '@classwright/rules/grading/due';
import { appNow } from '../platform/clock.ts';
import type { Tx } from '../platform/database/index.ts';
import { insertAnnouncement, listSchoolDays } from './classwork-queries.ts';
import { type ClassKey, classwork, school, SCHOOL_DAYS_BACK } from './content/index.ts';
import type { SeededClass } from './seed-classes.ts';
import type { DemoPeople } from './seed-people.ts';

const MINUTE_MS = 60_000;

/** Creates the announcements to the six classes over eight weeks, with the students' replies. */
export async function seedAnnouncements(tx: Tx, people: DemoPeople, classes: ReadonlyMap<ClassKey, SeededClass>): Promise<void> {
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
