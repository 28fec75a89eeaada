import type { SessionView, StaffLiveAssessmentView } from '@classwright/contract';
import type { Tx } from '../../platform/database/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import type { StaffDependencies } from './dependencies.ts';

/** What starting and stepping answer: the lesson and its session as they are now. */
export async function presentStep(
  { presenter }: StaffDependencies,
  tx: Tx,
  actor: Actor,
  assessmentId: number,
): Promise<{ assessment: StaffLiveAssessmentView; session: SessionView }> {
  const assessment = await presenter.getStaffAssessment(tx, actor, assessmentId);
  if (!assessment.session) throw new Error(`assessment ${assessmentId} has no session after a step`);
  return { assessment, session: assessment.session };
}
