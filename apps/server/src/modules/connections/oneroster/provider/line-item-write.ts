import { audit } from '../../../../platform/audit/index.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { archiveWork, changeWork, lockWork, saveWork, type Telling } from '../../../class/classwork/index.ts';
import { Failure, noSuchThing, wrongData } from './failure.ts';
import { findLocal, isOurs } from './ids-queries.ts';
import { type LineItemRecord, toPoints } from './records.ts';
import type { Scope } from './scope.ts';
import { type ClassRow, countGradesOfOthers, deleteRecordsOfWork, findCategory, findLocalTime, findRecord, holdClass, saveRecord } from './write-queries.ts';

export interface Writing {
  tx: Tx;
  scope: Scope;
  clientId: number;
  requestId: string;
  telling: Telling;
}

export const notYours = (sourcedId: string): Failure => new Failure(403, 'forbidden', 'oneroster.notYours', { id: sourcedId.slice(0, 100) });

/** Converts an app's text to the product's format: each line becomes a paragraph. */
const toDocument = (text: string): { type: 'doc'; [name: string]: unknown } => ({
  type: 'doc',
  content: text.split(/\r?\n/).map((line) => ({ type: 'paragraph', ...(line === '' ? {} : { content: [{ type: 'text', text: line }] }) })),
});

/**
 * Converts a due date: a day without a time means the end of that day; an instant is converted to the school's zone.
 */
async function readDue({ tx, scope }: Writing, due: string | null | undefined) {
  if (due === undefined) return {};
  if (due === null) return { dueDate: null, dueTime: null };
  const { day, time } = due.length === 10 ? { day: due, time: null } : await findLocalTime(tx, new Date(due), scope.timeZone);
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = (time ?? '').split(':').map(Number);
  return { dueDate: { year, month, day: date }, dueTime: time === null ? null : { hours, minutes, seconds, nanos: 0 } };
}

/**
 * Creates a line item and posts it to its class immediately, or changes one that the same app created. @throws Failure
 * if its class, category or school is not of this school, or another app or person created it
 */
export async function putLineItem(writing: Writing, sourcedId: string, record: LineItemRecord): Promise<'made' | 'changed'> {
  const { tx, scope, clientId, telling, requestId } = writing;
  const { class: inClass, school, category, description } = record;
  if (record.sourcedId !== undefined && record.sourcedId !== sourcedId) throw wrongData('oneroster.data.otherId');
  if (inClass === undefined) throw wrongData('oneroster.data.field', { field: 'lineItem.class', reason: 'missing' });
  if (school && school.sourcedId !== scope.orgId && school.sourcedId !== `school-${scope.schoolId}`) throw noSuchThing('school', school.sourcedId);
  const courseId = await findLocal(tx, scope, 'class', inClass.sourcedId);
  if (courseId === null) throw noSuchThing('class', inClass.sourcedId);
  const { owner_id: ownerId } = await requireActiveClass(tx, courseId);
  const categoryId = category ? await findCategory(tx, courseId, category.sourcedId) : undefined;
  if (category && categoryId === undefined) throw noSuchThing('category', category.sourcedId);
  const fields = {
    title: record.title,
    maxPoints: toPoints(record.resultValueMax),
    ...(await readDue(writing, record.dueDate)),
    ...(categoryId === undefined ? {} : { category_id: categoryId }),
    ...(description === undefined || description === null ? {} : { description: toDocument(description) }),
  };
  const author = { accountId: ownerId, schoolId: scope.schoolId };
  const known = await findRecord(tx, scope.schoolId, 'lineItem', sourcedId);
  if (known) {
    if (known.api_client_id !== clientId) throw notYours(sourcedId);
    const work = await lockWork(tx, known.local_id);
    if (!work || work.archived_at !== null) throw wrongData('oneroster.lineItem.gone');
    if (work.course_id !== courseId) throw wrongData('oneroster.lineItem.moved');
    await changeWork(tx, author, work, fields, { ...telling, requestId });
    return 'changed';
  }
  if (isOurs(sourcedId)) throw notYours(sourcedId);
  const workId = await saveWork(
    tx,
    author,
    { courseId, workType: 'ASSIGNMENT', state: 'PUBLISHED', ...fields },
    { ...telling, origin: 'external', external: { oneroster: sourcedId, api_client_id: clientId } },
  );
  await saveRecord(tx, { schoolId: scope.schoolId, kind: 'lineItem', sourcedId, clientId, localId: workId, revision: null });
  return 'made';
}

/** Returns the class of that id. @throws Failure if it is archived or deleted and so cannot change */
export async function requireActiveClass(tx: Tx, courseId: number): Promise<ClassRow> {
  const found = await holdClass(tx, courseId);
  if (!found.is_active) throw wrongData('oneroster.class.ended', { id: `class-${courseId}` });
  return found;
}

/**
 * Removes a line item that the app created from its class. @throws Failure if another app or person created it, or it
 * holds other people's grades
 */
export async function deleteLineItem({ tx, scope, clientId, telling, requestId }: Writing, sourcedId: string): Promise<void> {
  const known = await findRecord(tx, scope.schoolId, 'lineItem', sourcedId);
  if (!known) {
    if ((await findLocal(tx, scope, 'lineItem', sourcedId)) !== null) throw notYours(sourcedId);
    throw noSuchThing('lineItem', sourcedId);
  }
  if (known.api_client_id !== clientId) throw notYours(sourcedId);
  const work = await lockWork(tx, known.local_id);
  if (work && work.archived_at === null) {
    await requireActiveClass(tx, work.course_id);
    const grades = await countGradesOfOthers(tx, work.id, clientId);
    if (grades > 0) throw new Failure(409, 'deletefailure', 'oneroster.lineItem.graded', { count: grades });
    await archiveWork(tx, work, telling);
    const record = { action: 'program.work.delete', subjectType: 'courseWork', subjectId: work.id, before: { title: work.title }, requestId };
    await audit(tx, { accountId: null, schoolId: scope.schoolId }, record);
  }
  await deleteRecordsOfWork(tx, known.local_id);
}
