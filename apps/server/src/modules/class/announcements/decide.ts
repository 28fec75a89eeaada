import { asMessage, EVERY_CLASS, EVERY_STUDENT, MAX_ANNOUNCED_CLASSES, MAX_ALL_CLASSES, packMessage, type RichTextDocument } from '@classwright/contract';
import { computePicked } from '@classwright/rules/classes/picked';
import { isEmptyDocument, toSummary } from '@classwright/rules/rich-text/index';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appNow } from '../../../platform/clock.ts';
import { appError, AppError } from '../../../platform/errors.ts';
import { requireRichText } from '../../bank/questions/index.ts';
import { listStaffedClasses, listStudentsOf, type Reader, type StaffedClass } from './list-queries.ts';

const SUMMARY_CHARACTERS = 300;
/**
 * The maximum number of years ahead. A later year was probably mistyped, and the announcement would wait unseen
 * forever.
 */
const MOST_YEARS_AHEAD = 5;
const YEAR_MS = 366 * 86_400_000;

/** Collects all errors of a form, so that they are reported together. */
export class Faults {
  readonly #fields: Record<string, string[]> = {};

  add(field: string, key: string, params: Record<string, string | number> = {}): void {
    (this.#fields[field] ??= []).push(packMessage(key, params));
  }
  has(field: string): boolean {
    return field in this.#fields;
  }
  /** @throws VALIDATION_FAILED with all errors, if there are any */
  settle(): void {
    if (Object.keys(this.#fields).length > 0) throw new AppError('VALIDATION_FAILED', {}, this.#fields);
  }
}

export interface Words {
  document: RichTextDocument;
  summary: string;
}

/** Returns a text as it is stored. @throws VALIDATION_FAILED for one that is not a valid document */
export function decideText(given: unknown, faults: Faults): Words {
  const document = requireRichText(given, { field: 'text', label: asMessage('announcement.field.text') });
  if (isEmptyDocument(document) && !hasPicture(document)) faults.add('text', 'announcement.textRequired');
  return { document, summary: summaryOf(document) };
}

/** Returns the first words of a document, as lists and notices show them. */
export const summaryOf = (document: RichTextDocument): string => toSummary(document, SUMMARY_CHARACTERS);

const hasPicture = (node: { type: string; content?: readonly unknown[] | undefined }): boolean =>
  node.type === 'image' || (node.content ?? []).some((child) => hasPicture(child as { type: string }));

/** Returns the chosen classes, locked until commit. @throws CLASS_ARCHIVED */
export async function decideClasses(db: Db, reader: Reader, picks: readonly (number | typeof EVERY_CLASS)[], faults: Faults): Promise<StaffedClass[]> {
  const { all, ids } = computePicked(picks, EVERY_CLASS);
  if (!all && ids.length === 0) {
    faults.add('courses', 'announcement.selectCourse');
    return [];
  }
  const most = all ? MAX_ALL_CLASSES : MAX_ANNOUNCED_CLASSES;
  const classes = await listStaffedClasses(db, reader, all ? 'active' : ids, most + 1, { held: true });
  if (classes.length > most) faults.add('courses', 'announcement.tooMany', { label: asMessage('announcement.field.courses'), most });
  else if (all && classes.length === 0) faults.add('courses', 'announcement.noClasses');
  else if (!all && classes.length < ids.length) faults.add('courses', 'announcement.notStaff');
  else if (classes.some(({ is_active }) => !is_active)) throw appError('CLASS_ARCHIVED');
  return faults.has('courses') ? [] : classes;
}

export interface Assignees {
  mode: 'ALL_STUDENTS' | 'INDIVIDUAL_STUDENTS';
  /** The pairs of class and student, when the announcement is for individual students. */
  pairs: { course_id: number; id: number }[];
}

/**
 * Returns the students it is for: students who are in the classes now, at least one in each. `kept`: students who may
 * have left since.
 */
export async function decideStudents(
  db: Db,
  classes: readonly Pick<StaffedClass, 'id' | 'name'>[],
  picks: readonly (number | typeof EVERY_STUDENT)[],
  faults: Faults,
  kept: readonly { course_id: number; id: number }[] = [],
): Promise<Assignees> {
  const { all, ids } = computePicked(picks, EVERY_STUDENT);
  if (all) return { mode: 'ALL_STUDENTS', pairs: [] };
  if (ids.length === 0) faults.add('students', 'announcement.selectStudents');
  if (ids.length === 0 || classes.length === 0) return { mode: 'INDIVIDUAL_STUDENTS', pairs: [] };
  const now = await listStudentsOf(
    db,
    classes.map(({ id }) => id),
    ids,
  );
  const here = new Set(now.map(({ course_id, id }) => `${course_id} ${id}`));
  const pairs = [...now, ...kept.filter(({ course_id, id }) => ids.includes(id) && !here.has(`${course_id} ${id}`))];
  const known = new Set(pairs.map(({ id }) => id));
  const empty = classes.find((one) => !pairs.some(({ course_id }) => course_id === one.id));
  if (ids.some((id) => !known.has(id))) faults.add('students', 'announcement.notInClass');
  else if (empty) faults.add('students', 'announcement.nobodyIn', { name: empty.name });
  return { mode: 'INDIVIDUAL_STUDENTS', pairs };
}

/** Returns the time at which it is posted, or null when it is not posted automatically. */
export async function decideSchedule(tx: Tx, given: string | null | undefined, faults: Faults): Promise<Date | null> {
  if (!given) return null;
  const at = new Date(given);
  const now = (await appNow(tx)).getTime();
  if (at.getTime() <= now) faults.add('scheduledTime', 'announcement.schedule.past');
  else if (at.getTime() > now + MOST_YEARS_AHEAD * YEAR_MS) faults.add('scheduledTime', 'announcement.schedule.far', { years: MOST_YEARS_AHEAD });
  return at;
}
