import type { Form } from '@classwright/contract';
import type { AnswerContent } from '@classwright/rules/live';
import type { AppError } from '../../../../platform/errors.ts';
import type { Actor, OnceCall, WrittenAnswer } from '../../../../platform/http/index.ts';
import type { ShownComment } from '../answers/file-posts.ts';
import type { FrozenQuestion } from '../questions.ts';

/** The unchanging facts of a session that writing in it needs. */
export interface SessionPlace {
  id: number;
  assessment_id: number;
  course_id: number;
}

interface Anyone {
  actor: Actor;
  /** The idempotency call, or null if the call carries no key. */
  once: OnceCall | null;
}

export interface Login extends Anyone {
  kind: 'login';
  /** The requested run; null means the running one. */
  sessionId: number | null;
}

interface Writer extends Anyone {
  /** The assessment that the body names in addition to the session; null if it names none, or no session. */
  namedAssessmentId: number | null;
  /**
   * The place of the answer. Null with `problem` if it cannot be determined; only students of the class may see that
   * problem.
   */
  place: { session: SessionPlace; form: Form; question: FrozenQuestion } | null;
  problem: AppError | null;
  content: AnswerContent;
  fileIds: readonly number[];
}

export interface Answer extends Writer {
  kind: 'answer';
  /** The comment as others will read it; null until it was checked. */
  shown: ShownComment | null;
}

export interface Draft extends Writer {
  kind: 'draft';
  revision: number;
}

/** A login, answer or draft with all slow preparation done, ready for a decision. */
export type Member = Login | Answer | Draft;

/** The result of a member. */
export type Outcome =
  | { type: 'answered'; answer: WrittenAnswer }
  | { type: 'logged-in'; at: Date; answer: WrittenAnswer }
  /** The server has already filed the same: the author's view of that post is the response. */
  | { type: 'own-post'; postId: number; postedAt: Date }
  | { type: 'refused'; error: AppError }
  /** Another transaction is writing for the same student; the member is retried alone, where it can wait. */
  | { type: 'busy' };
