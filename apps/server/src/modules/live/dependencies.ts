import type { PostView, StaffLiveAssessmentView, TallyView } from '@classwright/contract';
import type { Db } from '../../platform/database/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import type { EventSession } from './events.ts';
import type { TransitionContext } from './transition.ts';

/** What the parts that run a lesson ask of the part that shows what was written in it (`posts/`). */
export interface LessonPresenter {
  /** The staff's figures of the form opened last; null for a session that is in no figure. */
  computeTally(db: Db, session: EventSession): Promise<TallyView | null>;
  /** A student's own post, as its author sees it. */
  getOwnPostView(db: Db, session: EventSession, postId: number, accountId: number): Promise<PostView>;
  /** The lesson for those who may run it. */
  getStaffAssessment(db: Db, actor: Actor, assessmentId: number): Promise<StaffLiveAssessmentView>;
}

/** What the teacher's calls need. */
export interface StaffDependencies extends TransitionContext {
  presenter: LessonPresenter;
}
