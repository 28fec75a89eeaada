import type { CallArguments } from '@classwright/contract/core/endpoint';
import type { OwnStanding } from '@classwright/contract/class/classwork/kinds';
import type { courseList } from '@classwright/contract/class/classes/calls';
import type {
  courseWorkCreate,
  courseWorkDelete,
  courseWorkDeleteMany,
  courseWorkGet,
  courseWorkList,
  courseWorkListAll,
  courseWorkMoveMany,
  courseWorkRestoreMany,
  CourseWorkRowView,
  courseWorkUpdate,
  CourseWorkView,
} from '@classwright/contract/class/classwork/calls';
import type { gradeSettingCreate, gradeSettingGet, gradeSettingUpdate, GradeSettingView } from '@classwright/contract/class/gradebook/settings';
import type { classAccountList } from '@classwright/contract/class/students/calls';
import type { topicCreate, topicDelete, topicList, topicUpdate, TopicView } from '@classwright/contract/class/classes/topics';
import { api } from '../../../base/api.ts';
import type { Choice } from '../../../ui/form/index.ts';

export type Work = CourseWorkView;
export type WorkRow = CourseWorkRowView;
export type Topic = TopicView;
export type GradeSetting = GradeSettingView;
export type WorkBody = CallArguments<typeof courseWorkCreate>['body'];
export type WorkChanges = CallArguments<typeof courseWorkUpdate>['body'];

export interface WorkQuery {
  page: number;
  search_text?: string | undefined;
  topic_id?: number | undefined;
  standing?: OwnStanding | undefined;
  sort?: 'due' | undefined;
  per_page?: number;
}

const PER_PAGE = 25;
const ofCourse = (courseId: number) => ({ params: { id: courseId } });

export const workKey = (courseId: number) => ['class', courseId, 'work'] as const;

export const listWorks = (courseId: number, query: WorkQuery, signal: AbortSignal) =>
  api<typeof courseWorkList>('GET', '/courses/:id/course-works', { ...ofCourse(courseId), query: { per_page: PER_PAGE, ...query }, signal });
export const listAllWorks = (query: WorkQuery, signal: AbortSignal) =>
  api<typeof courseWorkListAll>('GET', '/course-works', { query: { per_page: PER_PAGE, ...query }, signal });
export const loadWork = (courseId: number, workId: number, signal: AbortSignal) =>
  api<typeof courseWorkGet>('GET', '/courses/:id/course-work/:workId', { params: { id: courseId, workId }, signal });

export const createWork = (courseId: number, body: WorkBody, idempotencyKey: string) =>
  api<typeof courseWorkCreate>('POST', '/courses/:id/course-works', { ...ofCourse(courseId), body, idempotencyKey });
export const updateWork = (courseId: number, workId: number, body: WorkChanges, idempotencyKey: string) =>
  api<typeof courseWorkUpdate>('PUT', '/courses/:id/course-work/:workId', { params: { id: courseId, workId }, body, idempotencyKey });
export const deleteWork = (courseId: number, workId: number, confirm: boolean) =>
  api<typeof courseWorkDelete>('DELETE', '/courses/:id/course-work/:workId', { params: { id: courseId, workId }, query: { confirm } });
export const deleteWorks = (courseId: number, ids: number[]) =>
  api<typeof courseWorkDeleteMany>('POST', '/courses/:id/course-works/delete', { ...ofCourse(courseId), body: { ids } });
export const restoreWorks = (courseId: number, ids: number[]) =>
  api<typeof courseWorkRestoreMany>('POST', '/courses/:id/course-works/restore', { ...ofCourse(courseId), body: { ids } });
export const moveWorks = (courseId: number, works: { id: number; topicId: number | null }[]) =>
  api<typeof courseWorkMoveMany>('POST', '/courses/:id/course-works/topic', { ...ofCourse(courseId), body: { works } });

export const listTopics = async (courseId: number | null, signal: AbortSignal): Promise<Topic[]> =>
  (await api<typeof topicList>('GET', '/topics', { query: courseId === null ? {} : { courseId }, signal })).data;
export const createTopic = (courseId: number, name: string) => api<typeof topicCreate>('POST', '/topics', { body: { name, external_course_id: courseId } });
export const updateTopic = (topic: Topic, name: string) =>
  api<typeof topicUpdate>('PUT', '/topics/:id', { params: { id: topic.id }, body: { name, updated_at: topic.updated_at } });
export const deleteTopic = (id: number) => api<typeof topicDelete>('DELETE', '/topics/:id', { params: { id } });

export const loadSetting = async (courseId: number, signal: AbortSignal): Promise<GradeSetting> =>
  (await api<typeof gradeSettingGet>('GET', '/grade/settings', { query: { course_id: courseId }, signal })).setting;
export const createSetting = (body: CallArguments<typeof gradeSettingCreate>['body']) => api<typeof gradeSettingCreate>('POST', '/grade/settings', { body });
export const updateSetting = (settingId: number, body: CallArguments<typeof gradeSettingUpdate>['body']) =>
  api<typeof gradeSettingUpdate>('PATCH', '/grade/settings/:setting_id', { params: { setting_id: settingId }, body });

const OFFERED = 25;
/** Finds the classes that a person runs, or attends as a student, while typing. */
export const classesOf = (type: 'TEACHER' | 'STUDENT') => ({
  name: `/courses ${type}`,
  load: async (search_text: string, signal: AbortSignal): Promise<Choice[]> => {
    const { data } = await api<typeof courseList>('GET', '/courses', { query: { type, search_text, per_page: OFFERED }, signal });
    return data.map(({ id, name, section }) => ({ id, name, ...(section === '' || name.includes(section) ? {} : { detail: section }) }));
  },
});

export interface Student {
  id: number;
  name: string;
}
export const listStudents = async (courseId: number, signal: AbortSignal): Promise<Student[]> => {
  const { data } = await api<typeof classAccountList>('GET', '/class-wise-account-list', { query: { class_id: courseId }, signal });
  return data.filter(({ role }) => role === 'STUDENT').map(({ id, name, email }) => ({ id, name: name || email }));
};
