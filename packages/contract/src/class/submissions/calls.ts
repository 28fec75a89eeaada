import { readGrade } from '@classwright/rules/grading/grades';
import { SUBMISSION_STATES } from '@classwright/rules/grading/submissions';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, isStorable, longText, packMessage } from '../../core/fields.ts';
import { FileView } from '../../school/files/calls.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();
const State = z.enum(SUBMISSION_STATES);
const Grade = z.number().nullable();

const SUBMISSION_LIMITS = {
  /** The maximum number of characters of a short answer. */
  answerCharacters: 20_000,
  /** The maximum number of files in one submission. */
  mostFiles: 20,
  messageCharacters: 5_000,
  /** The maximum number of submissions that one call returns. */
  mostAtOnce: 300,
} as const;

/** A file that a student handed in, or that the product made for the student after a lesson. */
export const SubmissionAttachmentView = z.object({
  title: z.string(),
  driveFile: z.object({ id: Id, title: z.string(), alternateLink: z.string(), thumbnailUrl: z.string() }),
  /** The file with a fresh address, for people who may read it; null once it is erased. */
  file: FileView.nullable(),
  is_work_product: z.boolean(),
});
export type SubmissionAttachmentView = z.infer<typeof SubmissionAttachmentView>;

/** One change of the state or of the grade. Students see only grades that were returned to them. */
const SubmissionHistoryView = z.union([
  z.object({ stateHistory: z.object({ state: State, stateTimestamp: z.string(), actorUserId: Id.nullable(), late: z.boolean() }) }),
  z.object({
    gradeHistory: z.object({
      pointsEarned: Grade,
      maxPoints: Grade,
      gradeTimestamp: z.string(),
      actorUserId: Id.nullable(),
      gradeChangeType: z.enum(['DRAFT_GRADE_POINTS_EARNED_CHANGE', 'ASSIGNED_GRADE_POINTS_EARNED_CHANGE', 'EXCUSED']),
    }),
  }),
]);

const standing = {
  id: Id,
  courseId: Id,
  courseWorkId: Id,
  userId: Id,
  account_id: Id,
  state: State,
  late: z.boolean(),
  /** True when it is past its due time and was not handed in. */
  overdue: z.boolean(),
  /** The teacher's draft grade. Null for students, and when there is none. */
  draftGrade: Grade,
  /** The grade returned to the student. */
  assignedGrade: Grade,
  excused: z.boolean(),
  turned_in_at: z.string().nullable(),
  returned_at: z.string().nullable(),
};

/** A submission in the list of a work. */
export const SubmissionRowView = z.object({
  ...standing,
  first_name: z.string(),
  last_name: z.string(),
  /** The number of changes of its grade. */
  revision: Id,
});
export type SubmissionRowView = z.infer<typeof SubmissionRowView>;

/** A submission with what was handed in. */
export const SubmissionView = z.object({
  ...standing,
  first_name: z.string(),
  last_name: z.string(),
  revision: Id,
  submissionHistory: z.array(SubmissionHistoryView),
  assignmentSubmission: z.object({ attachments: z.array(SubmissionAttachmentView) }),
  shortAnswerSubmission: z.object({ answer: z.string().nullable() }),
  multipleChoiceSubmission: z.object({ answer: z.string().nullable() }),
  /** True when its student can hand it in now, or again. */
  can_submit: z.boolean(),
  /** True when its work was made in another system, and can be handed in only there. */
  is_elsewhere: z.boolean(),
});
export type SubmissionView = z.infer<typeof SubmissionView>;

/** A message from a teacher to the student, sent when returning the work or separately. */
export const SubmissionMessageView = z.object({ id: Id, message: z.string(), created_at: z.string(), account_id: Id, account_name: z.string() });
export type SubmissionMessageView = z.infer<typeof SubmissionMessageView>;

/** The fields of a work that its submissions need. */
export const SubmittedWorkView = z.object({
  id: Id,
  courseId: Id,
  title: z.string(),
  workType: z.enum(['ASSIGNMENT', 'MATERIAL', 'SHORT_ANSWER_QUESTION', 'MULTIPLE_CHOICE_QUESTION']),
  maxPoints: Grade,
  due_at: z.string().nullable(),
  multipleChoiceQuestion: z.object({ choices: z.array(z.string()) }),
  /** The lesson that it belongs to. Its students hand nothing in themselves. */
  assessment_id: Id.nullable(),
  assessment_status: z.enum(['Active', 'finished']).nullable(),
});
export type SubmittedWorkView = z.infer<typeof SubmittedWorkView>;

const SUBMISSION = asMessage('submissions.one');
const COURSE = asMessage('topic.field.course');
const WORK = asMessage('submissions.work');
const byId = z.object({ id: id(SUBMISSION) });
const may = (action: string) => ({ resource: 'submissions', action });

/** A grade in points: 0 to 99,999.99 with at most two decimals; null removes it. */
const draftGrade = z.union([z.number(), z.string(), z.null()], { error: packMessage('submissions.gradeRequired') }).transform((value, context) => {
  if (value === null) return null;
  if (typeof value === 'string' && value.trim() === '') {
    context.addIssue({ code: 'custom', message: packMessage('submissions.gradeRequired') });
    return z.NEVER;
  }
  const read = readGrade(value);
  if ('value' in read) return read.value;
  context.addIssue({ code: 'custom', message: packMessage(`submissions.grade.${read.problem}`) });
  return z.NEVER;
});

/** The value that its author saw in the cell: points, EX for excused, or null for nothing. */
const was = z.union(
  [
    z.literal('EX'),
    z.null(),
    z.number(),
    z
      .string()
      .regex(/^\d{1,5}(\.\d{1,2})?$/)
      .transform(Number),
  ],
  {
    error: packMessage('submissions.was'),
  },
);

const change = z.discriminatedUnion(
  'type',
  [z.object({ type: z.literal('DRAFT_GRADE'), draftGrade }), z.object({ type: z.literal('EXCUSED'), excused: flag(asMessage('submissions.excused')) })],
  { error: packMessage('submissions.changeType') },
);
/** The current content of a gradebook cell. */
export const GradedCell = z.object({
  submissionId: Id,
  account_id: Id,
  courseWorkId: Id,
  draftGrade: Grade,
  assignedGrade: Grade,
  excused: z.boolean(),
  state: State,
  late: z.boolean(),
  revision: Id,
});
export type GradedCell = z.infer<typeof GradedCell>;

/** A cell that was not changed, with the reason. */
export const RefusedCell = z.object({
  submissionId: Id.nullable(),
  account_id: Id.nullable(),
  courseWorkId: Id.nullable(),
  code: z.string(),
  message: z.string(),
  /** For GRADE_CHANGED: the newer value, and who set it when. */
  newer: z.object({ ...GradedCell.shape, changed_by: z.string().nullable(), changed_at: z.string().nullable() }).nullable(),
});
export type RefusedCell = z.infer<typeof RefusedCell>;

const ids = z
  .array(id(SUBMISSION), { error: packMessage('list.many.limit', { most: SUBMISSION_LIMITS.mostAtOnce }) })
  .min(1, { error: packMessage('list.many.none') })
  .max(SUBMISSION_LIMITS.mostAtOnce, { error: packMessage('list.many.limit', { most: SUBMISSION_LIMITS.mostAtOnce }) });
const message = longText({ label: asMessage('submissions.message'), max: SUBMISSION_LIMITS.messageCharacters, required: 'submissions.messageRequired' });

const fileId = z.union([id(asMessage('files.field.file')), z.object({ id: id(asMessage('files.field.file')) }).transform((file) => file.id)]);
/** A file of one's library, by its id or as `{id}`; several are allowed. */
const attachment = z
  .union([fileId.transform((one) => [one]), z.array(fileId)], { error: packMessage('submissions.attachmentRequired') })
  .refine((list) => list.length > 0, { error: packMessage('submissions.attachmentRequired') })
  .refine((list) => list.length <= SUBMISSION_LIMITS.mostFiles, { error: packMessage('submissions.mostFiles', { most: SUBMISSION_LIMITS.mostFiles }) })
  .transform((list) => [...new Set(list)]);
/** The answer, kept as written, including blank lines at its ends. */
const answer = z
  .string({ error: packMessage('validation.text', { label: asMessage('submissions.answer') }) })
  .refine(isStorable, { error: packMessage('validation.nul', { label: asMessage('submissions.answer') }) })
  .max(SUBMISSION_LIMITS.answerCharacters, {
    error: packMessage('validation.tooLong', { label: asMessage('submissions.answer'), max: SUBMISSION_LIMITS.answerCharacters }),
  });

export const submissionSubmit = endpoint({
  name: 'submission.submit',
  method: 'POST',
  path: '/student-submissions',
  access: may('create'),
  summary: 'Hand work in: files, a short answer or a choice, by what the work asks for. Late is decided here and never refused',
  body: z.object({
    courseId: id(COURSE),
    courseWorkId: id(WORK),
    /** Identifies the submission, either by its id or by its work, since a student has one for each work. */
    submissionId: id(SUBMISSION).nullish(),
    id: id(SUBMISSION).nullish(),
    attachment: attachment.nullish(),
    answer: answer.nullish(),
    /** The type of response that the page expects the work to have. */
    type: z
      .enum(['ASSIGNMENT', 'SHORT_ANSWER_QUESTION', 'MULTIPLE_CHOICE_QUESTION'], {
        error: packMessage('submissions.type'),
      })
      .nullish(),
  }),
  response: z.object({ submission: SubmissionView, data: SubmissionView, message: z.string() }),
  errors: ['WORK_NOT_FOUND', 'SUBMISSION_GRADED', 'SUBMISSION_TURNED_IN', 'WORK_TAKES_NO_ANSWER', 'HAND_IN_ELSEWHERE', 'CLASS_ARCHIVED'],
  bodyLimitBytes: 262_144,
  mendsText: true,
});

export const submissionGet = endpoint({
  name: 'submission.get',
  method: 'GET',
  path: '/student-submissions/:id',
  access: may('view'),
  summary: 'A submission with its work, for its student and the staff of its class',
  params: byId,
  response: z.object({ submission: SubmissionView, data: SubmissionView, work: SubmittedWorkView }),
  errors: [],
  readOnly: true,
});

export const submissionAnswer = endpoint({
  name: 'submission.answer',
  method: 'GET',
  path: '/student-submissions/:id/answer',
  access: may('view'),
  summary: 'A student’s submission, with the messages of the teachers',
  params: byId,
  response: z.object({
    submission: SubmissionView,
    data: SubmissionView,
    local: z.object({
      /** The written or chosen answer. Null when files are handed in, and before anything is. */
      response: z.string().nullable(),
      meta_data: z.object({ attachments: z.array(SubmissionAttachmentView), turned_in_at: z.string().nullable(), hand_ins: Id }),
    }),
    external: z.object({ state: State, draftGrade: Grade }),
    messages: z.array(SubmissionMessageView),
  }),
  errors: [],
  readOnly: true,
});

export const submissionList = endpoint({
  name: 'submission.list',
  method: 'GET',
  path: '/courses/:courseId/course-work/:workId/submissions',
  access: may('view'),
  summary: 'All submissions of a work of the students who are in the class now, by name, for its staff; a student gets the one row that is theirs',
  params: z.object({ courseId: id(COURSE), workId: id(WORK) }),
  response: z.object({ work: SubmittedWorkView, submissions: z.array(SubmissionRowView), data: z.array(SubmissionRowView), as_of: z.string() }),
  brief: z.object({ work: SubmittedWorkView, submissions: z.array(SubmissionRowView), as_of: z.string() }),
  errors: ['WORK_NOT_FOUND'],
  readOnly: true,
});

export const studentWorkDetails = endpoint({
  name: 'studentWork.details',
  method: 'GET',
  path: '/student/course/work/details',
  access: may('create'),
  summary: 'One’s own submission of a work, with what was returned and the messages of the teachers',
  query: z.object({ course_id: id(COURSE), course_work_id: id(WORK) }),
  response: z.object({ work: SubmittedWorkView, submission: SubmissionView, data: SubmissionView, messages: z.array(SubmissionMessageView) }),
  brief: z.object({ work: SubmittedWorkView, submission: SubmissionView, messages: z.array(SubmissionMessageView) }),
  errors: ['WORK_NOT_FOUND'],
  readOnly: true,
});

export const gradeSubmission = endpoint({
  name: 'submission.grade',
  method: 'POST',
  path: '/grade-submissions',
  access: may('edit'),
  summary: 'Set or clear the draft grade of a submission, or excuse its student; naming what was seen refuses to overwrite something else',
  body: z.object({
    courseId: id(COURSE),
    courseWorkId: id(WORK),
    submissionId: id(SUBMISSION).nullish(),
    account_id: id(asMessage('submissions.student')).nullish(),
    submission: change,
    was: was.optional(),
  }),
  response: z.object({
    draftGrade: Grade,
    assignedGrade: Grade,
    excused: z.boolean(),
    state: State,
    late: z.boolean(),
    revision: Id,
    /** The act, or null when nothing changed. */
    act_id: Id.nullable(),
    submission: GradedCell,
    message: z.string(),
  }),
  errors: ['WORK_NOT_FOUND', 'STUDENT_LEFT', 'WORK_WITHOUT_POINTS', 'GRADED_ELSEWHERE', 'GRADE_CHANGED', 'CLASS_ARCHIVED'],
});

export const returnSubmission = endpoint({
  name: 'submission.return',
  method: 'POST',
  path: '/return-submission',
  access: may('edit'),
  summary: 'Return work to its student with a message; its draft grade becomes the assigned one',
  body: z.object({
    id: id(SUBMISSION),
    courseId: id(COURSE),
    courseWorkId: id(WORK),
    account_id: id(asMessage('submissions.student')).nullish(),
    message,
    /** True when it was done on paper, so it was never handed in here. */
    paper: flag(asMessage('submissions.paper')).default(false),
    was: was.optional(),
  }),
  response: z.object({ return_message: SubmissionMessageView, submission: GradedCell, act_id: Id, message: z.string() }),
  errors: ['WORK_NOT_FOUND', 'STUDENT_LEFT', 'GRADED_ELSEWHERE', 'GRADE_CHANGED', 'NOTHING_TO_RETURN', 'RETURNED_ALREADY', 'NOT_TURNED_IN', 'CLASS_ARCHIVED'],
});

export const returnMany = endpoint({
  name: 'submission.returnMany',
  method: 'POST',
  path: '/return-submission/many',
  access: may('edit'),
  cost: 5,
  summary: `Return up to ${SUBMISSION_LIMITS.mostAtOnce} submissions of a work with one message, as one act`,
  body: z.object({ courseId: id(COURSE), courseWorkId: id(WORK), ids, message, paper: flag(asMessage('submissions.paper')).default(false) }),
  response: z.object({ act_id: Id.nullable(), saved: z.array(GradedCell), refused: z.array(RefusedCell), message: z.string() }),
  errors: ['WORK_NOT_FOUND', 'CLASS_ARCHIVED'],
});

export const submissionMessage = endpoint({
  name: 'submission.message',
  method: 'POST',
  path: '/student-submissions/:id/messages',
  access: may('edit'),
  summary: 'Write to a student about a work without returning it; the student and the staff of the class alone read it',
  params: byId,
  body: z.object({ message }),
  response: z.object({ return_message: SubmissionMessageView, message: z.string() }),
  errors: ['CLASS_ARCHIVED'],
});
