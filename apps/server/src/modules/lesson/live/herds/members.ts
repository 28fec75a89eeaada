import type { Form } from '@classwright/contract';
import type { AnswerContent } from '@classwright/rules/live';
import type { AppError } from '../../../../platform/errors.ts';
import type { Actor, OnceCall, WrittenAnswer } from '../../../../platform/http/index.ts';
import type { ShownComment } from '../answers/file-posts.ts';
import type { FrozenQuestion } from '../questions.ts';

/** A session as far as what is written in it goes; it never changes. */
export interface SessionPlace {
  id: number;
  assessment_id: number;
  course_id: number;
}

interface Anyone {
  actor: Actor;
  /** Null: the call carries no key. */
  once: OnceCall | null;
}

export interface Login extends Anyone {
  kind: 'login';
  /** The run that is meant; null: whichever runs. */
  sessionId: number | null;
}

interface Writer extends Anyone {
  /** Of the assessment that the body names beside the session; null: it names none, or no session. */
  namedAssessmentId: number | null;
  /** Null with `problem`: what it is written for cannot be told; said to nobody but students of the class. */
  place: { session: SessionPlace; form: Form; question: FrozenQuestion } | null;
  problem: AppError | null;
  content: AnswerContent;
  fileIds: readonly number[];
}

export interface Answer extends Writer {
  kind: 'answer';
  /** As others will read it; null until it was looked through. */
  shown: ShownComment | null;
}

export interface Draft extends Writer {
  kind: 'draft';
  revision: number;
}

/** One who logs in or writes, ready to be decided about: nothing slow is left to be done. */
export type Member = Login | Answer | Draft;

/** What has become of a member. */
export type Outcome =
  | { type: 'answered'; answer: WrittenAnswer }
  | { type: 'logged-in'; at: Date; answer: WrittenAnswer }
  /** The server has filed the same: that post, as its author sees it, is the answer. */
  | { type: 'own-post'; postId: number; postedAt: Date }
  | { type: 'refused'; error: AppError }
  /** Another transaction writes for the same student: it is tried again alone, where it waits. */
  | { type: 'busy' };
