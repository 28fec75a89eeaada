import type { courseGet, CourseView } from '@classwright/contract/class/classes/calls';
import { api } from '../../../base/api.ts';

/** A class as this person sees it. */
export type Course = CourseView;

export const loadCourse = async (id: number, signal: AbortSignal): Promise<Course> =>
  (await api<typeof courseGet>('GET', '/courses/:id', { params: { id }, signal })).course;
