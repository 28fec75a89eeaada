import type { attentionBack, attentionDone, attentionList, AttentionStudentView } from '@classwright/contract/attention';
import { api } from '../../../base/api.ts';

export type AttentionStudent = AttentionStudentView;
export type AttentionReason = AttentionStudentView['reasons'][number];

/** Below a class's key, so that what happens in the class makes it stale. */
export const attentionKey = (courseId: number) => ['class', courseId, 'attention'] as const;

export const loadAttention = (query: { course_id: number; assessment_id?: number }, signal: AbortSignal) =>
  api<typeof attentionList>('GET', '/results/attention', { query, signal });
export const putAway = (body: { course_id: number; account_ids: number[]; note: string }, key: string) =>
  api<typeof attentionDone>('POST', '/results/attention/done', { body, idempotencyKey: key });
export const takeBack = (body: { course_id: number; account_ids: number[] }, key: string) =>
  api<typeof attentionBack>('POST', '/results/attention/back', { body, idempotencyKey: key });
