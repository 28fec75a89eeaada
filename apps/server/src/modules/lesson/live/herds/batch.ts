import type { HandlerResult, liveDraft, liveStudentLogin } from '@classwright/contract';
import type { AppError } from '../../../../platform/errors.ts';
import { type WrittenPost } from '../answers/file-posts.ts';
import { type NewDraft, type NewLate, postKey } from '../answers/queries.ts';
import type { EventSession } from '../events.ts';
import type { MemberStanding } from './queries.ts';

/** The decision about a member, before anything is written. */
export type Decided =
  /** The batch's own write is the result, or there is nothing to do. */
  | { type: 'login'; at: Date; result: HandlerResult<typeof liveStudentLogin> }
  | { type: 'draft'; result: HandlerResult<typeof liveDraft>; savedAs: string | null }
  | { type: 'post'; key: string }
  | { type: 'own-post'; postId: number; postedAt: Date }
  /** A repeat of an earlier member, under the same key. */
  | { type: 'same'; as: number }
  | { type: 'refused'; error: AppError };

/**
 * The pending writes of a batch, gathered while the rules decide about one member after the other. It takes precedence
 * over stored rows: a student's second call sees the effect of the first.
 */
export class Batch {
  /** New participants by session. */
  readonly logins = new Map<number, { session: EventSession; accounts: Set<number> }>();
  /** Posts by `postKey`. */
  readonly posts = new Map<string, WrittenPost>();
  /** The newest drafts by `postKey`. */
  readonly drafts = new Map<string, NewDraft>();
  /** Late arrivals: per student and form the newest draft, and the answers that differ. */
  readonly late = new Map<string, NewLate>();

  /** Logs in a student who writes in a lesson. Returns the login time. */
  logIn(session: EventSession, accountId: number, { logged_in_at, now }: Pick<MemberStanding, 'logged_in_at' | 'now'>): Date {
    if (logged_in_at) return logged_in_at;
    const { accounts } = this.logins.get(session.id) ?? { accounts: new Set<number>() };
    this.logins.set(session.id, { session, accounts });
    accounts.add(accountId);
    return now;
  }

  /** Returns the member's post and draft in its form, including this batch's effect for the same student. */
  standingOf(accountId: number, { phase, post, draft }: MemberStanding): Pick<MemberStanding, 'post' | 'draft'> {
    if (!phase) return { post, draft };
    const key = postKey(phase.id, accountId);
    const filed = this.posts.get(key);
    return {
      post: filed ? { id: 0, response_id: filed.response_id, comment: filed.comment, filed_by: 'student', posted_at: filed.posted_at } : post,
      draft: this.drafts.get(key) ?? draft,
    };
  }

  keepLate(late: NewLate): void {
    const { session_id, form, account_id, kind, revision, response_id, comment } = late;
    const key = JSON.stringify([session_id, form, account_id, ...(kind === 'draft' ? [] : [response_id, comment])]);
    const before = this.late.get(key);
    if (before?.revision == null || revision == null || before.revision <= revision) this.late.set(key, late);
  }
}
