import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, optionalLongText, packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { MAX_NOTE_CHARACTERS } from './private-note-limits.ts';

/** A private note of a class's staff about a student's submission. */
const PrivateNoteView = z.object({
  submission_id: z.number().int(),
  /** The text. Empty: there is none. */
  note: z.string(),
  /** The last author, and the time. Null: there is none. */
  written_by: z.string().nullable(),
  updated_at: z.string().nullable(),
});
export type PrivateNoteView = z.infer<typeof PrivateNoteView>;

const byId = z.object({ id: id(asMessage('submissions.one')) });
const NOTE = asMessage('privateNote');

export const privateNoteGet = endpoint({
  name: 'privateNote.get',
  method: 'GET',
  path: '/student-submissions/:id/note',
  access: { resource: 'submissions', action: 'view' },
  summary: 'The private note of a submission, for the staff of its class; its student never reads it',
  params: byId,
  response: z.object({ note: PrivateNoteView, data: PrivateNoteView }),
  brief: z.object({ note: PrivateNoteView }),
  errors: [],
  readOnly: true,
});

export const privateNoteSave = endpoint({
  name: 'privateNote.save',
  method: 'PUT',
  path: '/student-submissions/:id/note',
  access: { resource: 'submissions', action: 'edit' },
  summary: 'Write, change or clear the private note of a submission; a note that somebody else has written since is not overwritten',
  params: byId,
  body: z.object({
    /** Plain text. An empty one deletes the note. */
    note: optionalLongText({ label: NOTE, max: MAX_NOTE_CHARACTERS }).unwrap(),
    /** The note that its author saw. Empty when there was none. */
    was: z.string({ error: packMessage('privateNote.was') }).max(MAX_NOTE_CHARACTERS, { error: packMessage('privateNote.was') }),
  }),
  response: z.object({ note: PrivateNoteView, data: PrivateNoteView, message: z.string() }),
  brief: z.object({ note: PrivateNoteView, message: z.string() }),
  errors: ['NOTE_CHANGED', 'CLASS_ARCHIVED', 'STUDENT_LEFT'],
});
