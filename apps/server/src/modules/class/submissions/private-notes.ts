import { privateNoteGet, privateNoteSave, type PrivateNoteView } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation, type Person } from '../../../platform/http/index.ts';
import { fullName } from '../../people/accounts/index.ts';
import { requireActiveClass } from '../classes/index.ts';
import { getReachableSubmission, type ReachedSubmission } from './access.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { listStudentsNow } from './grades-queries.ts';
import { findNote, lockSubmission, type NoteRow, writeNote } from './note-queries.ts';

/** Implements private notes of a class's staff. Their text appears in no audit trail, event or notification. */
export function implementPrivateNotes({ t, room }: SubmissionsDependencies): Implementation[] {
  return [
    implement(privateNoteGet, async ({ tx, actor, input }) => {
      const { submission } = await getOfStaff(tx, actor, input.id);
      const view = toNoteView(submission.id, await findNote(tx, submission));
      return { note: view, data: view };
    }),
    implement(privateNoteSave, async ({ tx, actor, input, requestId }) => {
      const { submission } = await getOfStaff(tx, actor, input.id);
      const { id, course_id, course_work_id, account_id } = submission;
      if (submission.assigned_at === null) throw appError('NOT_FOUND');
      await requireActiveClass(tx, course_id);
      if (!(await listStudentsNow(tx, course_id)).has(account_id)) throw appError('STUDENT_LEFT');
      await lockSubmission(tx, id);
      const before = await findNote(tx, submission);
      const there = before?.note ?? '';
      if (there !== input.note) {
        if (there !== input.was.trim())
          throw appError('NOTE_CHANGED', { by: before ? fullName(before) : t('privateNote.somebody'), newer: toNoteView(id, before) });
        await writeNote(tx, submission, input.note, actor.accountId);
        await audit(tx, actor, { action: privateNoteSave.name, subjectType: 'submission', subjectId: id, after: { has_note: input.note !== '' }, requestId });
        await room.announceNote(tx, course_id, { course_work_id, account_id, has_note: input.note !== '' });
      }
      const view = toNoteView(id, await findNote(tx, submission));
      return { note: view, data: view, message: t(view.note === '' ? 'privateNote.cleared' : 'privateNote.saved') };
    }),
  ];
}

/** Returns the submission for staff. @throws NOT_ALLOWED for its student; NOT_FOUND for everybody else out of reach */
async function getOfStaff(db: Db, person: Person, id: number): Promise<ReachedSubmission> {
  const reached = await getReachableSubmission(db, person, id);
  if (reached.audience !== 'staff') throw appError('NOT_ALLOWED');
  return reached;
}

const toNoteView = (submissionId: number, row: NoteRow | null): PrivateNoteView => ({
  submission_id: submissionId,
  note: row?.note ?? '',
  written_by: row && fullName(row),
  updated_at: row?.updated_at.toISOString() ?? null,
});
