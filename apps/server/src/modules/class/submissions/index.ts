/**
 * Submissions: what each student hands in for each work of a class, its grade, and its way between student and teacher.
 *
 * Invariants: a student has one submission for each work, which is kept when the student leaves or the work is
 * unassigned; work is marked late by the database's clock when it is handed in, and never refused for it; only
 * `saveGrades` writes a grade, with an act and the new value of each grade; students see what was returned to them and
 * never a draft or a private note; an answer that was handed in is kept, even when another replaces it.
 */
import type { Manifest, FileUse, NamedUse } from '../../../manifest.ts';
import { membersEnrolled, askActiveStaff, standingIn, requireActiveClass } from '../classes/index.ts';
import { pointsChanged, workPosted } from '../classwork/index.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type CallContext, type Person, implement, implementOpened, type Implementation } from '../../../platform/http/index.ts';
import { ASKED_FILE, MAX_NAMED } from '../../school/files/index.ts';
import { type HoldingRow, listSubmissionsWithFile, submissionsWith, insertMessages } from './queries.ts';
import { findPostedWork } from './work-queries.ts';
import { implementGradeActUndo } from './grade-act-undo.ts';
import { notePoints } from './points.ts';
import { assignPostedWork, assignWorkToStudents } from './service.ts';
import { implementGradeActHistory } from './grade-act-history.ts';
import { implementGradeActPreview } from './grade-act-preview.ts';
import { implementGradeBulk } from './grade-bulk.ts';
import { implementGradeBookReturn } from './grade-book-return.ts';
import { implementStudentGradeHistory } from './student-grade-history.ts';
import { gradeSubmission, type HandlerInput, submissionMessage, type SubmissionMessageView } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { announceGradeCells, announceCells, notifyMessage } from './announce.ts';
import { type CellRow, lockNamed, lockWork, type Named } from './grades-queries.ts';
import { findMissing, loadRefusals, toFailure } from './refusals.ts';
import { saveGrades, toGradeChange, toHeldCells } from './save-grades.ts';
import { toCellView } from './views.ts';
import { fullName } from '../../people/accounts/index.ts';
import { getReachableSubmission } from './access.ts';
import { loadMessageViews } from './present.ts';
import { implementPrivateNotes } from './private-notes.ts';
import { implementSubmissionRead } from './submission-read.ts';
import { implementReturning } from './submission-return.ts';
import { implementSubmit } from './submission-submit.ts';
import { personalData } from './personal-data.ts';

export { announceCells, announceGradeCells, type Announcing, notifyReturned } from './announce.ts';
export { type GradesSaved, gradesSaved } from './events.ts';
export {
  type FactFromOutside,
  listOutsideSubmissions,
  lockOutsideSubmissionsById,
  type OutsideSubmission,
  takeSubmissionFacts,
} from './from-outside.ts';
export { loadRefusals } from './refusals.ts';
export { type GradeChange, type SavedGrades, saveGrades } from './save-grades.ts';
export { attachWorkProduct, assignPostedWork } from './service.ts';

/** Files of submissions, visible only to their student and the staff of the class. */
const submissionFiles: FileUse = {
  holders: { submissions: submissionsWith(ASKED_FILE) },
  async list(db, actor, fileId) {
    const named: NamedUse[] = [];
    for (const held of (await listSubmissionsWithFile(db, fileId)).slice(0, MAX_NAMED)) {
      const work = (await maySee(db, actor, held)) ? await findPostedWork(db, held.course_id, held.course_work_id) : null;
      if (work) named.push({ table: 'submissions', id: work.id, name: work.title, course_id: work.course_id });
    }
    return named;
  },
  async canRead(db, actor, fileId) {
    for (const held of await listSubmissionsWithFile(db, fileId)) if (await maySee(db, actor, held)) return true;
    return false;
  },
};

async function maySee(db: Db, person: Person, { course_id, account_id }: HoldingRow): Promise<boolean> {
  const standing = await standingIn(db, person, course_id);
  return standing === 'staff' || (standing === 'student' && account_id === person.accountId);
}

export function submissionsModule(dependencies: SubmissionsDependencies): Manifest {
  return {
    personalData,
    implementations: [
      implementSubmit(dependencies),
      ...implementSubmissionRead(dependencies),
      implementGrading(dependencies),
      implementGradeBulk(dependencies),
      implementGradeActPreview(),
      implementGradeBookReturn(dependencies),
      implementGradeActHistory(),
      implementStudentGradeHistory(),
      ...implementReturning(dependencies),
      implementMessage(dependencies),
      ...implementPrivateNotes(dependencies),
      implementGradeActUndo(dependencies),
    ],
    fileUses: [submissionFiles],
    listens: [
      membersEnrolled.listen(assignWorkToStudents),
      workPosted.listen((tx, { workIds, isNew }) => assignPostedWork(tx, workIds, isNew)),
      pointsChanged.listen(notePoints),
    ],
  };
}

/** Implements saving a single grade. */
function implementGrading(dependencies: SubmissionsDependencies): Implementation {
  const { t } = dependencies;
  type Input = HandlerInput<typeof gradeSubmission>;
  const nameOf = ({ courseWorkId, submissionId = null, account_id: accountId = null }: Input): Named => ({ courseWorkId, submissionId, accountId });
  // in the order in which everybody locks: the class, its work, the cell
  const hold = ({ actor, input }: Pick<CallContext<typeof gradeSubmission>, 'actor' | 'input'>) =>
    [askActiveStaff(actor, input.courseId), lockWork(input.courseId, input.courseWorkId), lockNamed(input.courseId, nameOf(input))] as const;
  return implementOpened(gradeSubmission, hold, async ({ tx, actor, input, requestId }, [, works, held]) => {
    const { courseId, courseWorkId, submission: change, was } = input;
    const name = nameOf(input);
    if (name.submissionId === null && name.accountId === null) throw fieldError('submissionId', 'submissions.nameStudent');
    // the reason is looked up only if something is missing
    if (held === null) throw appError((await findPostedWork(tx, courseId, courseWorkId)) ? await findMissing(tx, courseId, name) : 'WORK_NOT_FOUND');
    const act = { courseId, accountId: actor.accountId, kind: change.type === 'EXCUSED' ? 'excuse' : 'edit', requestId };
    const { actId, saved, changed, refused } = await saveGrades(tx, act, [toGradeChange(held.id, change, was)], toHeldCells(works, [held]));
    if (refused[0]?.reason === 'NOT_FOUND' && !(await findPostedWork(tx, courseId, courseWorkId))) throw appError('WORK_NOT_FOUND');
    const [refusal] = await loadRefusals(tx, refused, t);
    if (refusal) throw toFailure(refusal);
    const cell = saved[0] as CellRow;
    if (actId !== null)
      await audit(tx, actor, { action: gradeSubmission.name, subjectType: 'submission', subjectId: held.id, after: { change, act_id: actId }, requestId });
    await announceGradeCells(tx, dependencies, courseId, changed, { actId, accountId: actor.accountId });
    const view = toCellView(cell);
    const { draftGrade, assignedGrade, excused, state, late, revision } = view;
    const message = t(actId === null ? 'submissions.gradeUnchanged' : 'submissions.graded');
    return { draftGrade, assignedGrade, excused, state, late, revision, act_id: actId, submission: view, message };
  });
}

/** Sends a teacher's message to a student about a work, without returning it. */
function implementMessage(dependencies: SubmissionsDependencies): Implementation {
  const { t } = dependencies;
  return implement(submissionMessage, async ({ tx, actor, input, requestId }) => {
    const { submission, work, audience } = await getReachableSubmission(tx, actor, input.id);
    if (audience !== 'staff') throw appError('NOT_ALLOWED');
    // unassigned: the student has no page on which to read it
    if (submission.assigned_at === null) throw appError('NOT_FOUND');
    await requireActiveClass(tx, submission.course_id);
    await insertMessages(tx, [submission.id], { accountId: actor.accountId, actId: null, text: input.message });
    await audit(tx, actor, { action: submissionMessage.name, subjectType: 'submission', subjectId: submission.id, requestId });
    await announceCells(tx, dependencies, submission.course_id, [submission]);
    await notifyMessage(tx, dependencies, { actor, submission, title: work.title });
    const written = (await loadMessageViews(tx, submission.id)).at(-1) as SubmissionMessageView;
    return { return_message: written, message: t('submissions.messageSent', { name: fullName(submission) }) };
  });
}
