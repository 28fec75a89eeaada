import type { liveDraft, postAdd } from '@classwright/contract/lesson/live/posts';
import type { PostView } from '@classwright/contract/lesson/live/views';
import { api, isApiError, type ApiError } from '../../base/api.ts';
import { apiErrorText } from '../../ui/plain/error-text.ts';
import type { OutboxItem, Refusal } from './item.ts';

/** The time limit of one attempt before it is retried. */
const ATTEMPT_TIMEOUT_MS = 8_000;

/** The result of one attempt. After `later` it is unknown whether it took effect; the key makes the repeat safe. */
export type Outcome =
  | { is: 'answer-received'; received_at: string; post: PostView }
  | { is: 'draft-saved'; revision: number; saved_at: string }
  | { is: 'refused'; refusal: Refusal }
  /** The token is no longer valid. Everything is kept; the person has to sign in again. */
  | { is: 'signed-out'; error: ApiError }
  /** Retry later: nothing is wrong with the item. `blocksAll`: any other item would fail too. */
  | { is: 'later'; blocksAll: boolean; retryAfterMs: number | undefined }
  /** This page aborted the attempt for something more urgent. */
  | { is: 'given-up' };

export interface Attempt {
  token: string;
  signal?: AbortSignal;
  /** Lets the attempt outlive the page. */
  keepalive?: boolean;
}

/** Sends one item once. Never throws. */
export async function deliver(item: OutboxItem, { token, signal, keepalive }: Attempt): Promise<Outcome> {
  const { session_id, form, response_id } = item;
  const sure = item.confidence && { confidence: item.confidence };
  const comment = typeof item.comment === 'string' ? item.comment : { ...item.comment };
  const options = { token, signal, keepalive, timeoutMs: ATTEMPT_TIMEOUT_MS };
  try {
    if (item.kind === 'answer') {
      const { post, received_at } = await api<typeof postAdd>('POST', '/posts/add', {
        body: { session_id, form, response_id, comment, ...sure },
        idempotencyKey: item.key,
        ...options,
      });
      return { is: 'answer-received', received_at, post };
    }
    const { revision, saved_at } = await api<typeof liveDraft>('PUT', '/live/learning/draft', {
      body: { session_id, form, revision: item.revision, response_id, comment, ...sure },
      ...options,
    });
    return { is: 'draft-saved', revision, saved_at };
  } catch (error) {
    if (signal?.aborted) return { is: 'given-up' };
    if (!isApiError(error)) return { is: 'later', blocksAll: false, retryAfterMs: undefined };
    if (error.status === 401) return { is: 'signed-out', error };
    if (isLasting(error)) return { is: 'refused', refusal: { code: error.code, message: refusalText(error), at: Date.now() } };
    return { is: 'later', blocksAll: error.code !== 'INTERNAL', retryAfterMs: error.retryAfterMs };
  }
}

/** Temporary statuses: too early, too many requests, timeouts. */
const PASSING: readonly number[] = [401, 408, 425, 429];

const NO_REFUSAL: readonly string[] = ['BAD_ANSWER', 'CLIENT_TOO_OLD', 'SCHOOL_SUSPENDED'];

/**
 * Checks whether an error is a permanent refusal by this server. A proxy's or portal's response is not, and a reload
 * fixes an outdated page. A suspended school is resumed.
 */
function isLasting(error: ApiError): boolean {
  return !NO_REFUSAL.includes(error.code) && error.status >= 400 && error.status < 500 && !PASSING.includes(error.status);
}

/** Returns the server's message, or its messages about invalid fields. */
function refusalText(error: ApiError): string {
  const fields = Object.values(error.errors).flat();
  return fields.length > 0 ? fields.join(' ') : apiErrorText(error);
}
