import { z } from 'zod';
import { AttachedView } from '../../school/files/attachments.ts';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { ManyDone, ManyIds } from '../../core/list-endpoints.ts';
import { MAX_ROWS_PER_CALL } from '../../core/max-rows.ts';
import { CourseWorkChanges, CourseWorkInput } from './input.ts';
import { ASSIGNEE_MODES, COURSE_WORK_KINDS, OWN_STANDINGS, SHARE_MODES, WORK_SORTS, WORK_TYPES } from './kinds.ts';
import { asMessage } from '../../messages/translate.ts';
import { RichTextView } from '../../rich-text.ts';

const Id = z.number().int();
const DueDate = z.object({ year: Id, month: Id, day: Id });
const DueTime = z.object({ hours: Id, minutes: Id, seconds: Id, nanos: Id });

/** A material: one of the four. Addresses of files are valid for an hour or two. */
const Material = z.object({
  driveFile: z
    .object({ id: Id, title: z.string(), alternateLink: z.string(), thumbnailUrl: z.string(), mimeType: z.string(), shareMode: z.enum(SHARE_MODES) })
    .optional(),
  youtubeVideo: z.object({ id: z.string(), title: z.string(), alternateLink: z.string(), thumbnailUrl: z.string() }).optional(),
  link: z.object({ url: z.string(), title: z.string() }).optional(),
  form: z.object({ formUrl: z.string(), title: z.string() }).optional(),
});
export type CourseWorkMaterialView = z.infer<typeof Material>;

/** Work in lists. */
export const CourseWorkRowView = z.object({
  id: Id,
  courseId: Id,
  course_name: z.string(),
  title: z.string(),
  /** The text of the description, without formatting. */
  summary: z.string(),
  topicId: Id.nullable(),
  topic_name: z.string().nullable(),
  assessment_id: Id.nullable(),
  /** The status of the assessment. Null: not the work of an assessment. */
  assessment_status: z.enum(['Active', 'finished']).nullable(),
  workType: z.enum(WORK_TYPES),
  courseWorkType: z.enum(COURSE_WORK_KINDS),
  state: z.enum(['PUBLISHED', 'DRAFT']),
  maxPoints: z.number().nullable(),
  dueDate: DueDate.nullable(),
  dueTime: DueTime.nullable(),
  /** The due instant computed from both, in the school's zone. */
  due_at: z.string().nullable(),
  creationTime: z.string(),
  updateTime: z.string(),
  /** The version for an edit. */
  updated_at: z.string(),
  scheduledTime: z.string().nullable(),
  /** The posting time of a draft that passed while its class was archived; null once it is posted or has a new time. */
  missed_at: z.string().nullable(),
  posted_at: z.string().nullable(),
  category: z.object({ category_id: Id, category_name: z.string() }).nullable(),
  /** The number of students who have turned in, and of all: for staff only. */
  turnedIn: z.number().int().optional(),
  totalAssignee: z.number().int().optional(),
  graded_count: z.number().int().optional(),
  /** The number of submissions that wait for a grade, and of those that wait to be returned. */
  to_grade_count: z.number().int().optional(),
  to_return_count: z.number().int().optional(),
  /** The reader's own submission: for students only. */
  submission: z
    .object({
      id: Id,
      state: z.enum(['CREATED', 'TURNED_IN', 'RETURNED']),
      late: z.boolean(),
      /** True when it is past its due time and not turned in. */
      overdue: z.boolean(),
      /** True when it need not be turned in. */
      excused: z.boolean(),
      assignedGrade: z.number().nullable(),
    })
    .optional(),
});
export type CourseWorkRowView = z.infer<typeof CourseWorkRowView>;

export const CourseWorkView = CourseWorkRowView.extend({
  description: RichTextView,
  submissionModificationMode: z.string(),
  creatorUserId: Id,
  creator_name: z.string(),
  assigneeMode: z.enum(ASSIGNEE_MODES),
  /** The individual students: for staff only. */
  individualStudentsOptions: z.object({ studentIds: z.array(Id) }).optional(),
  multipleChoiceQuestion: z.object({ choices: z.array(z.string()) }),
  materials: z.array(Material),
});
export type CourseWorkView = z.infer<typeof CourseWorkView>;

const course = id(asMessage('topic.field.course'));
const work = id(asMessage('classwork.title'));
const inCourse = z.object({ id: course });
const inWork = z.object({ id: course, workId: work });
const may = (action: string) => ({ resource: 'classwork', action });
const saved = z.object({ courseWork: CourseWorkView, data: CourseWorkView, message: z.string() });
const bodyLimitBytes = 512 * 1024;

const anything = z.literal(['', 'all']).transform(() => undefined);
const filters = {
  search_text: z.string().max(200).default(''),
  topic_id: z.union([anything, id(asMessage('topic.title'))]).optional(),
  kind: z
    .union([anything, z.enum(COURSE_WORK_KINDS)], {
      error: packMessage('validation.choice', { label: asMessage('classwork.field.kind'), choices: COURSE_WORK_KINDS.join(', ') }),
    })
    .optional(),
};
const inList = {
  ...filters,
  /**
   * The state of a student's own work, as the list shows it: excused work is done, and material has none. For students
   * only.
   */
  standing: z
    .union([anything, z.enum(OWN_STANDINGS)], {
      error: packMessage('validation.choice', { label: asMessage('classwork.field.standing'), choices: OWN_STANDINGS.join(', ') }),
    })
    .optional(),
  /** The order: newest first, or by due date with undated work last. */
  sort: z
    .enum(WORK_SORTS, { error: packMessage('validation.choice', { label: asMessage('classwork.field.sort'), choices: WORK_SORTS.join(', ') }) })
    .default('posted'),
};
/** The list under the specification's name and that of all lists. */
const list = z.object({ data: z.array(CourseWorkRowView), course_works: z.array(CourseWorkRowView), pagination: Pagination, time_zone: z.string() });
const briefList = z.object({ data: z.array(CourseWorkRowView), pagination: Pagination, time_zone: z.string() });

export const courseWorkList = endpoint({
  name: 'courseWork.list',
  method: 'GET',
  path: '/courses/:id/course-works',
  access: may('view'),
  summary: 'The work of a class, newest first: for its students what is posted and theirs, for its staff all of it with counts',
  params: inCourse,
  query: pageQuery.extend(inList),
  response: list,
  brief: briefList,
  errors: [],
  readOnly: true,
});

export const courseWorkListAll = endpoint({
  name: 'courseWork.listAll',
  method: 'GET',
  path: '/course-works',
  access: may('view'),
  summary: 'The work of all classes that this person teaches or attends, newest first',
  query: pageQuery.extend(inList),
  response: list,
  brief: briefList,
  errors: [],
  readOnly: true,
});

export const courseWorkGet = endpoint({
  name: 'courseWork.get',
  method: 'GET',
  path: '/courses/:id/course-work/:workId',
  access: may('view'),
  summary: 'One work of a class; that of an assessment which is not finished shows students its title and its date',
  params: inWork,
  response: z.object({ courseWork: CourseWorkView, data: CourseWorkView, time_zone: z.string() }),
  brief: z.object({ courseWork: CourseWorkView, time_zone: z.string() }),
  errors: [],
  readOnly: true,
});

export const courseWorkCreate = endpoint({
  name: 'courseWork.create',
  method: 'POST',
  path: '/courses/:id/course-works',
  access: may('create'),
  cost: 3,
  summary: 'Makes work for a class: at once, at a time to come, or as a draft',
  params: inCourse,
  body: CourseWorkInput,
  bodyLimitBytes,
  response: saved,
  errors: ['CLASS_ARCHIVED'],
  successStatus: 201,
});

export const courseWorkUpdate = endpoint({
  name: 'courseWork.update',
  method: 'PUT',
  path: '/courses/:id/course-work/:workId',
  access: may('edit'),
  cost: 3,
  summary: 'Edits work; once it is posted its students, options and attachments stay. Naming an older updated_at is refused, with the newer row',
  params: inWork,
  body: CourseWorkChanges,
  bodyLimitBytes,
  response: saved,
  errors: ['EDIT_CONFLICT', 'GRADES_WOULD_CHANGE', 'WORK_OF_ASSESSMENT', 'WORK_OF_ELSEWHERE', 'CLASS_ARCHIVED'],
});

export const courseWorkDelete = endpoint({
  name: 'courseWork.delete',
  method: 'DELETE',
  path: '/courses/:id/course-work/:workId',
  access: may('delete'),
  summary: 'Takes work out of its class; graded work needs a second confirmation, and its grades stay',
  params: inWork,
  query: z.object({ confirm: flag(asMessage('classwork.confirm')).default(false) }),
  response: z.object({ message: z.string(), id: Id }),
  errors: ['WORK_GRADED', 'WORK_OF_ASSESSMENT', 'CLASS_ARCHIVED'],
});

const many = (name: string, path: '/delete' | '/restore', action: string, summary: string) =>
  endpoint({
    name: `courseWork.${name}`,
    method: 'POST',
    path: `/courses/:id/course-works${path}`,
    access: may(action),
    cost: 5,
    summary,
    params: inCourse,
    body: ManyIds.extend({ confirm: flag(asMessage('classwork.confirm')).default(false) }),
    response: ManyDone,
    errors: ['CLASS_ARCHIVED'],
  });

export const courseWorkDeleteMany = many('deleteMany', '/delete', 'delete', 'Takes several works out of a class; graded ones only where that is confirmed');
export const courseWorkRestoreMany = many('restoreMany', '/restore', 'delete', 'Brings works back that were deleted, with all that was handed in');

export const courseWorkMoveMany = endpoint({
  name: 'courseWork.moveMany',
  method: 'POST',
  path: '/courses/:id/course-works/topic',
  access: may('edit'),
  cost: 5,
  summary: 'Gives several works a topic, each its own; the answer says which each had, so that it can be sent back',
  params: inCourse,
  body: z.object({
    works: z
      .array(z.object({ id: work, topicId: z.union([z.null(), id(asMessage('topic.title'))]) }), {
        error: packMessage('list.many.limit', { most: MAX_ROWS_PER_CALL }),
      })
      .min(1, { error: packMessage('list.many.none') })
      .max(MAX_ROWS_PER_CALL, { error: packMessage('list.many.limit', { most: MAX_ROWS_PER_CALL }) }),
  }),
  response: z.object({ message: z.string(), former: z.array(z.object({ id: Id, topicId: Id.nullable() })) }),
  errors: ['CLASS_ARCHIVED'],
});

export const courseWorkQuestions = endpoint({
  name: 'courseWork.questions',
  method: 'GET',
  path: '/course-work/questions',
  access: may('view'),
  summary: 'The questions of the assessment that a work stands for; for students of its class once it is finished',
  query: z.object({ assessment_id: id('Assessment') }),
  response: z.object({ data: z.array(z.object({ title: z.string(), description: RichTextView, google_drive_link: z.array(AttachedView) })) }),
  errors: [],
  readOnly: true,
});

const UpcomingView = CourseWorkRowView.pick({ id: true, title: true, workType: true, dueDate: true, dueTime: true, due_at: true });
export const courseUpcoming = endpoint({
  name: 'course.upcoming',
  method: 'GET',
  path: '/courses/:id/upcoming',
  access: may('view'),
  summary: 'Work due in a class within seven days, the first five: for a student their unfinished work, for staff all of it',
  params: inCourse,
  response: z.object({ data: z.array(UpcomingView), total: Id, time_zone: z.string() }),
  errors: [],
  readOnly: true,
});
