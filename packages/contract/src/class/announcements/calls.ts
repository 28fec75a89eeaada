import { z } from 'zod';
import { AnnouncementChanges, AnnouncementInput } from './input.ts';
import { endpoint } from '../../core/endpoint.ts';
import { id, longText, packMessage, pageQuery, pageSize, Pagination } from '../../core/fields.ts';
import { ManyDone, ManyIds } from '../../core/list-endpoints.ts';
import { asMessage } from '../../messages/translate.ts';
import { RichTextView } from '../../rich-text.ts';

const Id = z.number().int();

/** A material: one of the three. The address of a file is valid for an hour or two. */
const Material = z.object({
  driveFile: z.object({ id: Id, title: z.string(), alternateLink: z.string(), mimeType: z.string() }).optional(),
  youtubeVideo: z.object({ title: z.string(), alternateLink: z.string() }).optional(),
  link: z.object({ url: z.string(), title: z.string() }).optional(),
});
export type AnnouncementMaterialView = z.infer<typeof Material>;

/** An announcement in lists of all classes. */
export const AnnouncementRowView = z.object({
  id: Id,
  courseId: Id,
  course_name: z.string(),
  /** The beginning of the text, without formatting. */
  summary: z.string(),
  state: z.enum(['PUBLISHED', 'DRAFT']),
  /** The address within the app. */
  alternateLink: z.string(),
  creationTime: z.string(),
  updateTime: z.string(),
  /** The version for an edit. */
  updated_at: z.string(),
  scheduledTime: z.string().nullable(),
  /** The posting time of a draft that passed while its class was archived; null once it is posted or has a new time. */
  missed_at: z.string().nullable(),
  posted_at: z.string().nullable(),
  creatorUserId: Id,
  creator_name: z.string(),
  assigneeMode: z.enum(['ALL_STUDENTS', 'INDIVIDUAL_STUDENTS']),
  comments_count: Id,
  /** True when the reader may edit and delete it. */
  is_own_class: z.boolean(),
  /** For staff: the announcements that the same act posted to other classes of theirs and that still exist. */
  also_in: z.array(Id),
});
export type AnnouncementRowView = z.infer<typeof AnnouncementRowView>;

export const AnnouncementView = AnnouncementRowView.extend({
  text: RichTextView,
  materials: z.array(Material),
  /** The individual recipients, ids separated by commas: for staff only. */
  individualStudentsOptions: z.object({ studentIds: z.string() }).optional(),
  /** True when the reader may comment on it now. */
  can_comment: z.boolean(),
});
export type AnnouncementView = z.infer<typeof AnnouncementView>;

export const AnnouncementCommentView = z.object({
  id: Id,
  account: z.object({ id: Id, name: z.string(), picture_url: z.string().nullable() }),
  by_student: z.boolean(),
  comment: z.string(),
  created_at: z.string(),
  /** True when the reader may delete it. */
  can_delete: z.boolean(),
});
export type AnnouncementCommentView = z.infer<typeof AnnouncementCommentView>;

const label = asMessage('announcement.title');
const one = z.object({ id: id(label) });
const may = (action: string) => ({ resource: 'announcements', action });
const cursor = z.string({ error: packMessage('validation.cursor') }).max(400, { error: packMessage('validation.cursor') });
const saved = z.object({ announcement: AnnouncementView, data: AnnouncementView, message: z.string() });
const bodyLimitBytes = 512 * 1024;

const query = pageQuery.extend({
  /** The number of newest announcements, in place of pages. The response has the position of the next ones. */
  limit: pageSize.optional(),
  after: cursor.optional(),
  course_id: z.union([z.literal('').transform(() => undefined), id(asMessage('topic.field.course'))]).optional(),
  /** The reader. */
  user: id(asMessage('announcement.field.reader')).optional(),
  /** The state. Drafts and scheduled announcements are only visible to staff. */
  state: z
    .enum(['PUBLISHED', 'DRAFT'], {
      error: packMessage('validation.choice', { label: asMessage('announcement.field.state'), choices: 'PUBLISHED, DRAFT' }),
    })
    .default('PUBLISHED'),
  search_text: z.string().max(200).default(''),
});
const places = {
  /** The pagination. Null when a limit was given. */
  pagination: Pagination.nullable(),
  /** The value of `after` for the next ones, or null when there are none. */
  next: z.string().nullable(),
};

export const announcementList = endpoint({
  name: 'announcement.list',
  method: 'GET',
  path: '/announcements',
  access: may('view'),
  summary: 'Announcements of one class or of all that this person is in, newest first: for students those that are for them, for staff all',
  query,
  response: z.object({ data: z.array(AnnouncementView), announcements: z.array(AnnouncementView), ...places }),
  brief: z.object({ data: z.array(AnnouncementRowView), ...places }),
  errors: [],
  readOnly: true,
});

/**
 * The stream of one class. Separate from the list, whose brief form leaves out the fields that only the stream shows.
 */
export const announcementStream = endpoint({
  name: 'announcement.stream',
  method: 'GET',
  path: '/courses/:id/announcements',
  access: may('view'),
  summary: 'The stream of a class, newest first, with its drafts for staff',
  params: z.object({ id: id(asMessage('topic.field.course')) }),
  query: z.object({ limit: pageSize.default(20), after: cursor.optional(), state: query.shape.state }),
  response: z.object({
    data: z.array(AnnouncementView),
    next: z.string().nullable(),
    /** For staff: announcements that are not posted yet, next to the newest. */
    drafts: z.array(AnnouncementView),
  }),
  errors: [],
  readOnly: true,
});

export const announcementGet = endpoint({
  name: 'announcement.get',
  method: 'GET',
  path: '/announcements/:id',
  access: may('view'),
  summary: 'One announcement, for whom it is for and for the staff of its class',
  params: one,
  response: z.object({ announcement: AnnouncementView, data: AnnouncementView }),
  brief: z.object({ announcement: AnnouncementView }),
  errors: [],
  readOnly: true,
});

const Named = z.object({ id: Id, name: z.string() });

export const announcementAudience = endpoint({
  name: 'announcement.audience',
  method: 'GET',
  path: '/announcements/audience',
  access: may('create'),
  summary: 'The active classes that this person is staff of, and the students of some of them, to choose from',
  query: z.object({ courses: z.string().max(4000).default('') }),
  response: z.object({
    courses: z.array(Named.extend({ section: z.string() })),
    students: z.array(Named.extend({ course_id: Id })),
    /** The time zone in which an instant is chosen. */
    time_zone: z.string(),
  }),
  errors: [],
  readOnly: true,
});

export const announcementCreate = endpoint({
  name: 'announcement.create',
  method: 'POST',
  path: '/announcements',
  access: may('create'),
  cost: 5,
  summary: 'Posts to one class or to several, an announcement in each: at once, at a time to come, or as a draft',
  body: AnnouncementInput,
  bodyLimitBytes,
  response: saved.extend({
    /** The announcement created in each class. The first is `announcement`. */
    announcements: z.array(AnnouncementRowView.pick({ id: true, courseId: true })),
  }),
  errors: ['CLASS_ARCHIVED'],
  successStatus: 201,
});

const editing = {
  access: may('edit'),
  cost: 3,
  params: one,
  bodyLimitBytes,
  response: saved,
  errors: ['EDIT_CONFLICT', 'WORK_OF_ELSEWHERE', 'CLASS_ARCHIVED'],
} as const;

export const announcementUpdate = endpoint({
  name: 'announcement.update',
  method: 'PUT',
  path: '/announcements/:id',
  summary: 'Edits an announcement, or posts a draft; naming an older updated_at is refused, with the newer row',
  ...editing,
  body: AnnouncementChanges,
});

export const announcementUpdateByPost = endpoint({
  name: 'announcement.update.post',
  method: 'POST',
  path: '/announcements/:id',
  summary: 'Edits an announcement, for clients that can only POST',
  ...editing,
  body: AnnouncementChanges.extend({ _method: z.string({ error: packMessage('list.method') }).regex(/^put$/i, { error: packMessage('list.method') }) }),
});

export const announcementDelete = endpoint({
  name: 'announcement.delete',
  method: 'DELETE',
  path: '/announcements/:id',
  access: may('delete'),
  summary: 'Takes an announcement out of its class; it can be brought back',
  params: one,
  response: z.object({ message: z.string(), id: Id }),
  errors: ['CLASS_ARCHIVED'],
});

export const announcementDeleteMany = endpoint({
  name: 'announcement.deleteMany',
  method: 'POST',
  path: '/announcements/delete-many',
  access: may('delete'),
  cost: 5,
  summary: 'Takes several announcements out of their classes',
  body: ManyIds,
  response: ManyDone,
  errors: [],
});

export const announcementRestoreMany = endpoint({
  name: 'announcement.restoreMany',
  method: 'POST',
  path: '/announcements/restore-many',
  access: may('delete'),
  cost: 5,
  summary: 'Brings announcements back that were deleted, with what was replied',
  body: ManyIds,
  response: ManyDone,
  errors: [],
});

export const announcementCommentList = endpoint({
  name: 'announcementComment.list',
  method: 'GET',
  path: '/announcements/:id/comments',
  access: may('view'),
  summary: 'The newest replies to an announcement, oldest first; `before`: those before a comment',
  params: one,
  query: z.object({ before: id(asMessage('announcement.comment')).optional(), limit: pageSize.default(50) }),
  response: z.object({
    comments: z.array(AnnouncementCommentView),
    data: z.array(AnnouncementCommentView),
    /** The number of announcements before these. */
    earlier_count: Id,
    can_comment: z.boolean(),
  }),
  brief: z.object({ comments: z.array(AnnouncementCommentView), earlier_count: Id, can_comment: z.boolean() }),
  errors: [],
  readOnly: true,
});

export const announcementCommentAdd = endpoint({
  name: 'announcementComment.add',
  mendsText: true,
  cost: 2,
  method: 'POST',
  path: '/announcements/:id/comments',
  access: may('comment'),
  summary: 'Replies to an announcement, where the school and the class allow it',
  params: one,
  body: z.object({ comment: longText({ label: asMessage('announcement.comment'), max: 2000, required: 'announcement.commentRequired' }) }),
  response: z.object({ comment: AnnouncementCommentView }),
  errors: ['STREAM_COMMENTING_OFF', 'CLASS_ARCHIVED', 'COMMENTS_TOO_FAST', 'STREAM_COMMENTS_USED_UP'],
  successStatus: 201,
});

const oneComment = z.object({ id: id(label), commentId: id(asMessage('announcement.comment')) });

export const announcementCommentDelete = endpoint({
  name: 'announcementComment.delete',
  method: 'DELETE',
  path: '/announcements/:id/comments/:commentId',
  access: may('comment'),
  summary: 'Deletes a reply: one’s own, for staff of the class any',
  params: oneComment,
  response: z.object({ message: z.string(), id: Id }),
  errors: ['CLASS_ARCHIVED'],
});

export const announcementCommentRestore = endpoint({
  name: 'announcementComment.restore',
  method: 'POST',
  path: '/announcements/:id/comments/:commentId/restore',
  access: may('comment'),
  summary: 'Restores a reply, for the person who deleted it',
  params: oneComment,
  response: z.object({ comment: AnnouncementCommentView }),
  errors: ['CLASS_ARCHIVED'],
});
