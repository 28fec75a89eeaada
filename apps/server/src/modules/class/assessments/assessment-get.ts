import { assessmentGet } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getReachableAssessment } from './access.ts';
import type { AssessmentDependencies } from './dependencies.ts';

/** Returns one assessment with both questions, for everyone who reaches it; 404 for everyone else. */
export function implementAssessmentGet({ presenter }: AssessmentDependencies): Implementation {
  return implement(assessmentGet, async ({ tx, input, actor }) => {
    const assessment = await presenter.one(tx, actor, await getReachableAssessment(tx, actor, input.id));
    return { assessment, data: assessment };
  });
}
