import type { SessionView, StaffLiveAssessmentView } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { getStaffLesson } from './access.ts';
import { describeForStaff } from './posts/staff-assessment.ts';
import type { TransitionContext } from './transition.ts';

/** Loads the response of starting and stepping: the lesson and its session as they are now. */
export async function loadStepView(
  context: TransitionContext,
  tx: Tx,
  actor: Actor,
  assessmentId: number,
): Promise<{ assessment: StaffLiveAssessmentView; session: SessionView }> {
  const assessment = await describeForStaff(context, tx, await getStaffLesson(tx, actor, assessmentId));
  if (!assessment.session) throw new Error(`assessment ${assessmentId} has no session after a step`);
  return { assessment, session: assessment.session };
}
