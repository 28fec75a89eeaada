import type { CallArguments } from '@classwright/contract/core/endpoint';
import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import type {
  courseArchiveMany,
  courseCodeRenew,
  courseCreate,
  courseDelete,
  courseJoin,
  courseList,
  courseMeetLink,
  courseMeetLinkRemove,
  courseRestoreMany,
  courseSettings,
  courseUnarchiveMany,
  courseUpdate,
} from '@classwright/contract/class/classes/calls';
import type { suggestTeachers } from '@classwright/contract/school/reference/suggest';
import { api } from '../../../base/api.ts';
import { listApi } from '../../../base/list-api.ts';
import type { Choice, ChoiceSource } from '../../../ui/form/index.ts';
import type { Course } from './calls.ts';

export type CourseQuery = Omit<CallArguments<typeof courseList>['query'], 'search_text'>;
export type CourseFields = CallArguments<typeof courseCreate>['body'];
export type CourseSettings = CallArguments<typeof courseSettings>['body'];
export interface Saved {
  course: Course;
  message: string;
}
const ids = (list: readonly number[]) => ({ body: { ids: [...list] } });

export const loadCourses = (query: CourseQuery, signal: AbortSignal) => api<typeof courseList>('GET', '/courses', { query, signal });

export const saveCourse = (body: CourseFields, on: Course | null, idempotencyKey: string): Promise<Saved> =>
  on
    ? api<typeof courseUpdate>('PUT', '/courses/:id', { params: { id: on.id }, body: { ...body, updated_at: on.updated_at }, idempotencyKey })
    : api<typeof courseCreate>('POST', '/courses', { body, idempotencyKey });
export const saveSettings = (id: number, body: CourseSettings): Promise<Saved> =>
  api<typeof courseSettings>('PUT', '/courses/:id/settings', { params: { id }, body });
export const saveMeetLink = (id: number, google_meet_link: string): Promise<Saved> =>
  api<typeof courseMeetLink>('POST', '/courses/:id/save/google/meet/link', { params: { id }, body: { google_meet_link } });
export const removeMeetLink = (id: number): Promise<Saved> =>
  api<typeof courseMeetLinkRemove>('DELETE', '/courses/:id/save/google/meet/link', { params: { id } });
export const renewCode = (id: number): Promise<Saved> => api<typeof courseCodeRenew>('POST', '/courses/:id/code', { params: { id } });
export const joinCourse = (code: string, idempotencyKey: string): Promise<Saved> =>
  api<typeof courseJoin>('POST', '/courses/join', { body: { code }, idempotencyKey });
export const deleteCourse = (id: number, confirm: boolean) => api<typeof courseDelete>('DELETE', '/courses/:id', { params: { id }, body: { confirm } });

/** An act on many classes, with its undo. */
export interface Act {
  run: (ids: readonly number[]) => Promise<ManyDone>;
  undo: (ids: readonly number[]) => Promise<ManyDone>;
}
const archiveMany = (list: readonly number[]) => api<typeof courseArchiveMany>('POST', '/courses/archive-many', ids(list));
const unarchiveMany = (list: readonly number[]) => api<typeof courseUnarchiveMany>('POST', '/courses/unarchive-many', ids(list));
export const archive: Act = { run: archiveMany, undo: unarchiveMany };
export const unarchive: Act = { run: unarchiveMany, undo: archiveMany };
export const bringBack = (list: readonly number[]) => api<typeof courseRestoreMany>('POST', '/courses/restore-many', ids(list));

export const loadLevels = async (signal: AbortSignal): Promise<Choice[]> =>
  (await listApi<{ data: Choice[] }>('GET', '/levels', { query: { search_text: '' }, signal })).data.map(({ id, name }) => ({ id, name }));

/** Finds people who can own a class, while typing. */
export const teachers: ChoiceSource = {
  name: '/suggest/teachers',
  load: async (query, signal) =>
    (await api<typeof suggestTeachers>('GET', '/suggest/teachers', { query: { query }, signal })).data.map(({ id, name, email }) => ({
      id,
      name,
      detail: email,
    })),
};
