import { liveAssessment } from '@classwright/contract';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { getMemberLesson } from '../access.ts';
import type { LivePostsDependencies } from './dependencies.ts';
import { describeForStaff } from './staff-assessment.ts';
import { describeForStudent } from './student-assessment.ts';

/** Returns the lesson before, during and after its run, as far as the caller may see it now. */
export function implementLiveAssessment(dependencies: LivePostsDependencies): Implementation {
  return implement(liveAssessment, async ({ tx, input, actor }) => {
    const lesson = await getMemberLesson(tx, actor, input.assessment_id);
    return {
      assessment:
        lesson.audience === 'staff' ? await describeForStaff(dependencies, tx, lesson) : await describeForStudent(dependencies, tx, lesson, actor.accountId),
    };
  });
}
