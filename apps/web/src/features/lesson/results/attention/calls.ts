import type { attentionRestore, attentionDone, attentionList, AttentionStudentView } from '@classwright/contract/lesson/results/attention';
import { api } from '../../../../base/api.ts';

export type AttentionStudent = AttentionStudentView;
export type AttentionReason = AttentionStudentView['reasons'][number];

/** Returns a query key below the class's key, so that changes in the class make the list stale. */
export const attentionKey = (courseId: number) => ['class', courseId, 'attention'] as const;

/** The query key of the list of one's classes. */
export const attentionClassesKey = ['class', 'attention'] as const;

/** Returns the time of the newest reason shown for these students. */
export const newestReason = (students: readonly AttentionStudent[]): string =>
  students
    .flatMap(({ reasons }) => reasons.map(({ at }) => at))
    .sort()
    .at(-1) ?? new Date().toISOString();

export const loadAttention = (query: { course_id: number; assessment_id?: number }, signal: AbortSignal) =>
  api<typeof attentionList>('GET', '/results/attention', { query, signal });
export const markAsDone = (body: { course_id: number; account_ids: number[]; note: string; seen_at: string }, key: string) =>
  api<typeof attentionDone>('POST', '/results/attention/done', { body, idempotencyKey: key });
export const showAgain = (body: { course_id: number; account_ids: number[] }, key: string) =>
  api<typeof attentionRestore>('POST', '/results/attention/back', { body, idempotencyKey: key });
