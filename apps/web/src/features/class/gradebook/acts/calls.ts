import type { CallArguments } from '@classwright/contract/core/endpoint';
import type { gradeActHistory, gradeActPreview, gradeBookReturn, gradeBulk } from '@classwright/contract/class/gradebook/acts';
import { api } from '../../../../base/api.ts';

/** The timeout, since acts of 20,000 cells take a while. */
const TIMEOUT_MS = 60_000;

export type PreviewBody = CallArguments<typeof gradeActPreview>['body'];
export type Preview = Pick<Awaited<ReturnType<typeof loadPreview>>, 'changes' | 'count' | 'left'>;

export const loadPreview = (body: PreviewBody) => api<typeof gradeActPreview>('POST', '/grade-book/preview', { body, timeoutMs: TIMEOUT_MS });

/** Applies a preview if every cell is still unchanged. */
export const applyPreview = (courseId: number, kind: CallArguments<typeof gradeBulk>['body']['kind'], { changes }: Preview, idempotencyKey: string) =>
  api<typeof gradeBulk>('POST', '/grade-submissions/bulk', { body: { courseId, kind, all_or_nothing: true, changes }, idempotencyKey, timeoutMs: TIMEOUT_MS });

/** Returns the grades of a preview if every grade is still unchanged. */
export const returnPreviewed = (courseId: number, message: string, { changes }: Preview, idempotencyKey: string) =>
  api<typeof gradeBookReturn>('POST', '/grade-book/return', { body: { courseId, message, changes }, idempotencyKey, timeoutMs: TIMEOUT_MS });

export const loadHistory = (query: CallArguments<typeof gradeActHistory>['query'], signal: AbortSignal) =>
  api<typeof gradeActHistory>('GET', '/grade-book/history', { query, signal });
