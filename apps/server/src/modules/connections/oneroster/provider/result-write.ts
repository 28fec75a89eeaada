import { announceGradeCells, type Announcing, type GradeChange, saveGrades, notifyReturned } from '../../../class/submissions/index.ts';
import type { Notifier } from '../../../school/notifications/index.ts';
import { noSuchThing, wrongData } from './failure.ts';
import { findLocal, isOurs } from './ids-queries.ts';
import { notYours, requireActiveClass, type Writing } from './line-item-write.ts';
import { type ResultRecord, toPoints } from './records.ts';
import { type CellRow, deleteRecord, findCell, findCellById, findRecord, findRecordOf, saveRecord } from './write-queries.ts';

/** The dependencies for writing grades and notifying people. */
export interface GradeWriting extends Writing {
  announcing: Announcing & { notifier: Notifier };
}

const isUngraded = ({ draft_grade, assigned_grade, excused }: CellRow): boolean => draft_grade === null && assigned_grade === null && !excused;

/**
 * Saves a grade, which its student sees immediately, an excuse, or neither. A grade that was given or changed here is
 * kept. @throws Failure if line item or student are not of the school, another app or person created the result, or the
 * grade was changed here
 */
export async function putResult(writing: GradeWriting, sourcedId: string, record: ResultRecord): Promise<'made' | 'changed'> {
  const { tx, scope, clientId } = writing;
  const { lineItem, student } = record;
  if (record.sourcedId !== undefined && record.sourcedId !== sourcedId) throw wrongData('oneroster.data.otherId');
  if (lineItem === undefined) throw wrongData('oneroster.data.field', { field: 'result.lineItem', reason: 'missing' });
  const workId = await findLocal(tx, scope, 'lineItem', lineItem.sourcedId);
  if (workId === null) throw noSuchThing('lineItem', lineItem.sourcedId);
  const accountId = await findLocal(tx, scope, 'user', student.sourcedId);
  if (accountId === null) throw noSuchThing('student', student.sourcedId);
  const cell = await findCell(tx, workId, accountId);
  if (!cell) throw wrongData('oneroster.result.noStudent', { id: student.sourcedId });
  const known = await findRecord(tx, scope.schoolId, 'result', sourcedId);
  const ofCell = await findRecordOf(tx, 'result', cell.id);
  if ((known && known.api_client_id !== clientId) || (ofCell && ofCell.api_client_id !== clientId)) throw notYours(sourcedId);
  if (known && known.local_id !== cell.id) throw wrongData('oneroster.result.moved');
  if (ofCell && ofCell.sourced_id !== sourcedId) throw wrongData('oneroster.result.known', { id: ofCell.sourced_id });
  if (!known && isOurs(sourcedId) && sourcedId !== `result-${cell.id}`) throw notYours(sourcedId);
  if (!isUngraded(cell) && ofCell?.grade_revision !== cell.grade_revision) throw wrongData('oneroster.result.changedHere');
  const revision = await giveGrade(writing, cell, record);
  await saveRecord(tx, { schoolId: scope.schoolId, kind: 'result', sourcedId, clientId, localId: cell.id, revision });
  return known ? 'changed' : 'made';
}

/**
 * Clears a grade that the app wrote; its history is kept. @throws Failure if another app or person created it or it was
 * changed here
 */
export async function deleteResult(writing: GradeWriting, sourcedId: string): Promise<void> {
  const { tx, scope, clientId } = writing;
  const known = await findRecord(tx, scope.schoolId, 'result', sourcedId);
  if (!known) {
    if (/^result-[1-9]\d{0,14}$/.test(sourcedId)) throw notYours(sourcedId);
    throw noSuchThing('result', sourcedId);
  }
  if (known.api_client_id !== clientId) throw notYours(sourcedId);
  const cell = await findCellById(tx, known.local_id);
  if (cell && !isUngraded(cell)) {
    if (cell.grade_revision !== known.grade_revision) throw wrongData('oneroster.result.changedHere');
    await giveGrade(writing, cell, { scoreStatus: 'not submitted', score: null });
  }
  await deleteRecord(tx, 'result', known.local_id);
}

/** Saves a result as a grade of the class, returned to the student. Returns the grade's new revision. */
async function giveGrade(
  { tx, requestId, announcing }: GradeWriting,
  cell: CellRow,
  { scoreStatus, score }: Pick<ResultRecord, 'scoreStatus' | 'score'>,
): Promise<number> {
  const { owner_id: ownerId } = await requireActiveClass(tx, cell.course_id);
  const isScored = scoreStatus === 'fully graded' || scoreStatus === 'partially graded';
  if (isScored && typeof score !== 'number') throw wrongData('oneroster.data.field', { field: 'result.score', reason: 'missing' });
  const act = { courseId: cell.course_id, accountId: null, requestId, origin: 'oneroster' };
  const was = cell.excused ? 'EX' : cell.draft_grade;
  const first: GradeChange =
    scoreStatus === 'exempt'
      ? { submissionId: cell.id, was, set: 'excused', excused: true }
      : { submissionId: cell.id, was, set: 'draft', draft: isScored ? toPoints(score as number) : null };
  let revision = cell.grade_revision;
  const save = async (kind: string, change: GradeChange) => {
    const { actId, changed, refused } = await saveGrades(tx, { ...act, kind }, [change]);
    const reason = refused[0]?.reason;
    if (reason === 'RETURNED_ALREADY' || reason === 'NOTHING_TO_RETURN') return;
    if (reason === 'WORK_WITHOUT_POINTS') throw wrongData('oneroster.result.noPoints');
    if (reason !== undefined) throw wrongData('oneroster.result.changedHere');
    if (changed.length === 0) return;
    revision = changed[0]?.grade_revision ?? revision;
    await announceGradeCells(tx, announcing, cell.course_id, changed, { actId, accountId: null });
    if (kind !== 'return') return;
    await notifyReturned(tx, announcing, { actor: { accountId: ownerId }, courseId: cell.course_id, cells: changed, isTakenBack: !isScored });
  };
  await save('edit', first);
  if (scoreStatus !== 'exempt') await save('return', { submissionId: cell.id, set: 'returned', isPaper: true });
  return revision;
}
