import type {
  announcementAudience,
  announcementCommentAdd,
  announcementCommentDelete,
  announcementCommentList,
  announcementCommentRestore,
  announcementCreate,
  announcementDeleteMany,
  announcementGet,
  announcementList,
  AnnouncementRowView,
  announcementRestoreMany,
  announcementStream,
  announcementUpdate,
  AnnouncementView,
} from '@classwright/contract/class/announcements/calls';
import type { courseUpcoming } from '@classwright/contract/class/classwork/calls';
import { api } from '../../../base/api.ts';
import { queryClient } from '../../../base/query-client.ts';

export type Announcement = AnnouncementView;
export type AnnouncementRow = AnnouncementRowView;

/** The query key of one class's stream. Everything of it is below this key, so that its events make it stale. */
export const streamKey = (courseId: number) => ['class', courseId, 'stream'] as const;
/** The query key of the announcements of all classes. */
export const ALL_KEY = ['announcements'] as const;

export const refreshAll = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ALL_KEY }),
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'class' && queryKey[2] === 'stream' }),
  ]);

export const loadStream = (id: number, query: { after?: string }, signal: AbortSignal) =>
  api<typeof announcementStream>('GET', '/courses/:id/announcements', { params: { id }, query, signal });
export const loadAnnouncement = async (id: number, signal: AbortSignal) =>
  (await api<typeof announcementGet>('GET', '/announcements/:id', { params: { id }, signal })).announcement;
export const listAnnouncements = (query: { limit?: number; page?: number; per_page?: number; search_text?: string }, signal: AbortSignal) =>
  api<typeof announcementList>('GET', '/announcements', { query, signal });
export const loadAudience = (courses: string, signal: AbortSignal) =>
  api<typeof announcementAudience>('GET', '/announcements/audience', { query: { courses }, signal });
export const loadUpcoming = (id: number, signal: AbortSignal) => api<typeof courseUpcoming>('GET', '/courses/:id/upcoming', { params: { id }, signal });

export const createAnnouncement = (body: object, key: string) =>
  api<typeof announcementCreate>('POST', '/announcements', { body: body as never, idempotencyKey: key });
export const updateAnnouncement = (id: number, body: object, key?: string) =>
  api<typeof announcementUpdate>('PUT', '/announcements/:id', { params: { id }, body: body as never, ...(key && { idempotencyKey: key }) });
export const deleteAnnouncements = (ids: number[]) => api<typeof announcementDeleteMany>('POST', '/announcements/delete-many', { body: { ids } });
export const restoreAnnouncements = (ids: number[]) => api<typeof announcementRestoreMany>('POST', '/announcements/restore-many', { body: { ids } });

export const listComments = (id: number, before: number | undefined, signal: AbortSignal) =>
  api<typeof announcementCommentList>('GET', '/announcements/:id/comments', { params: { id }, query: before === undefined ? {} : { before }, signal });
export const addComment = (id: number, comment: string, key: string) =>
  api<typeof announcementCommentAdd>('POST', '/announcements/:id/comments', { params: { id }, body: { comment }, idempotencyKey: key });
export const deleteComment = (id: number, commentId: number) =>
  api<typeof announcementCommentDelete>('DELETE', '/announcements/:id/comments/:commentId', { params: { id, commentId } });
export const restoreComment = (id: number, commentId: number) =>
  api<typeof announcementCommentRestore>('POST', '/announcements/:id/comments/:commentId/restore', { params: { id, commentId } });
