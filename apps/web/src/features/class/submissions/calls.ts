import type { CallArguments } from '@classwright/contract/core/endpoint';
import type { courseWorkGet, courseWorkQuestions, CourseWorkView } from '@classwright/contract/class/classwork/calls';
import type { liveSummary } from '@classwright/contract/lesson/live/calls';
import type { LessonSummaryView } from '@classwright/contract/lesson/live/views';
import type { gradeActUndo } from '@classwright/contract/class/gradebook/acts';
import type {
  gradeSubmission,
  returnMany,
  returnSubmission,
  studentWorkDetails,
  submissionAnswer,
  submissionList,
  submissionMessage,
  submissionSubmit,
} from '@classwright/contract/class/submissions/calls';
import type { privateNoteGet, privateNoteSave, PrivateNoteView } from '@classwright/contract/class/submissions/private-notes';
import { api } from '../../../base/api.ts';

export type Work = CourseWorkView;
export type OwnWork = Awaited<ReturnType<typeof loadOwn>>;

/** The query keys. Those of a class are below its key, by the part that an event makes stale. */
export const keys = {
  work: (courseId: number, workId: number) => ['class', courseId, 'work', 'open', workId] as const,
  list: (courseId: number, workId: number) => ['class', courseId, 'submissions', workId] as const,
  answer: (courseId: number, workId: number, submissionId: number) => ['class', courseId, 'submissions', workId, submissionId] as const,
  note: (courseId: number, workId: number, submissionId: number) => ['class', courseId, 'submissions', workId, submissionId, 'note'] as const,
  own: (courseId: number, workId: number) => ['class', courseId, 'submissions', workId, 'own'] as const,
};

export const loadWork = async (id: number, workId: number, signal: AbortSignal): Promise<Work> =>
  (await api<typeof courseWorkGet>('GET', '/courses/:id/course-work/:workId', { params: { id, workId }, signal })).courseWork;

export const loadQuestions = async (assessment_id: number, signal: AbortSignal) =>
  (await api<typeof courseWorkQuestions>('GET', '/course-work/questions', { query: { assessment_id }, signal })).data;

export const loadSubmissions = (courseId: number, workId: number, signal: AbortSignal) =>
  api<typeof submissionList>('GET', '/courses/:courseId/course-work/:workId/submissions', { params: { courseId, workId }, signal });

export const loadAnswer = (id: number, signal: AbortSignal) =>
  api<typeof submissionAnswer>('GET', '/student-submissions/:id/answer', { params: { id }, signal });

export const loadOwn = (course_id: number, course_work_id: number, signal: AbortSignal) =>
  api<typeof studentWorkDetails>('GET', '/student/course/work/details', { query: { course_id, course_work_id }, signal });

export const loadSummary = async (assessment_id: number, signal: AbortSignal): Promise<LessonSummaryView> =>
  (await api<typeof liveSummary>('GET', '/live/learning/summary', { query: { assessment_id }, signal })).summary;

/**
 * Hands in an answer. `idempotencyKey`: one per answer, so that a second try after a lost response takes effect once.
 */
export const submit = (body: CallArguments<typeof submissionSubmit>['body'], idempotencyKey: string) =>
  api<typeof submissionSubmit>('POST', '/student-submissions', { body, idempotencyKey });

export const saveGrade = (body: CallArguments<typeof gradeSubmission>['body']) => api<typeof gradeSubmission>('POST', '/grade-submissions', { body });

export const giveBack = (body: CallArguments<typeof returnSubmission>['body'], idempotencyKey: string) =>
  api<typeof returnSubmission>('POST', '/return-submission', { body, idempotencyKey });

export const giveBackMany = (body: CallArguments<typeof returnMany>['body'], idempotencyKey: string) =>
  api<typeof returnMany>('POST', '/return-submission/many', { body, idempotencyKey });

export const sendMessage = (id: number, message: string, idempotencyKey: string) =>
  api<typeof submissionMessage>('POST', '/student-submissions/:id/messages', { params: { id }, body: { message }, idempotencyKey });

export const loadNote = async (id: number, signal: AbortSignal): Promise<PrivateNoteView> =>
  (await api<typeof privateNoteGet>('GET', '/student-submissions/:id/note', { params: { id }, signal })).note;

/** Saves a private note. `was`: the note that its author saw. */
export const saveNote = async (id: number, note: string, was: string) =>
  api<typeof privateNoteSave>('PUT', '/student-submissions/:id/note', { params: { id }, body: { note, was } });

export const undoAct = async (id: number): Promise<string> => (await api<typeof gradeActUndo>('POST', '/grade-book/acts/:id/undo', { params: { id } })).message;
