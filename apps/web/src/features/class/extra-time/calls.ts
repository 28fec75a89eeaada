import type { extraTimeList, extraTimeSave, ExtraTimeStudentView } from '@classwright/contract/class/extra-time/calls';
import { api } from '../../../base/api.ts';

export type Student = ExtraTimeStudentView;

/** The query key, below the class's key, so that events of the class make it stale. */
export const extraTimeKey = (courseId: number) => ['class', courseId, 'extra-time'] as const;

export const loadExtraTime = (course_id: number, signal: AbortSignal) => api<typeof extraTimeList>('GET', '/extra-time', { query: { course_id }, signal });

/** A percentage as it was typed, or a number of the server's. */
export interface Change {
  account_id: number;
  percent: string | number;
}

export const saveExtraTime = (course_id: number, students: Change[], idempotencyKey: string) =>
  api<typeof extraTimeSave>('PUT', '/extra-time', { body: { course_id, students }, idempotencyKey });
