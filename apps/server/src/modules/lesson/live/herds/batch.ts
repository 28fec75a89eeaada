import type { HandlerResult, liveDraft, liveStudentLogin } from '@classwright/contract';
import type { AppError } from '../../../../platform/errors.ts';
import { type WrittenPost } from '../answers/file-posts.ts';
import { type NewDraft, type NewLate, postKey } from '../answers/queries.ts';
import type { EventSession } from '../events.ts';
import type { MemberStanding } from './queries.ts';

/** What is decided of a member, before anything is written. */
export type Decided =
  /** What the batch files or saves for it is its answer; or nothing is to be done. */
  | { type: 'login'; at: Date; result: HandlerResult<typeof liveStudentLogin> }
  | { type: 'draft'; result: HandlerResult<typeof liveDraft>; savedAs: string | null }
  | { type: 'post'; key: string }
  | { type: 'own-post'; postId: number; postedAt: Date }
  /** A repeat of a member before it, under the same key. */
  | { type: 'same'; as: number }
  | { type: 'refused'; error: AppError };

/**
 * What a batch will write, gathered while the rules are asked of one member after the other. It stands before what the
 * rows say: the second of one student sees what the first does.
 */
export class Batch {
  /** By session, who is new in it. */
  readonly logins = new Map<number, { session: EventSession; accounts: Set<number> }>();
  /** By `postKey`. */
  readonly posts = new Map<string, WrittenPost>();
  /** By `postKey`, the newest. */
  readonly drafts = new Map<string, NewDraft>();
  /** What came too late: of each student and form the newest draft, and the answers that differ. */
  readonly late = new Map<string, NewLate>();

  /** Whoever writes in a lesson is in it. Returns since when. */
  logIn(session: EventSession, accountId: number, { logged_in_at, now }: Pick<MemberStanding, 'logged_in_at' | 'now'>): Date {
    if (logged_in_at) return logged_in_at;
    const { accounts } = this.logins.get(session.id) ?? { accounts: new Set<number>() };
    this.logins.set(session.id, { session, accounts });
    accounts.add(accountId);
    return now;
  }

  /** What the member has in its form, with what this batch does for the same student. */
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
