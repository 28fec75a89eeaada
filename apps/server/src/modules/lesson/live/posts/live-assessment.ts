import { liveAssessment } from '@classwright/contract';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { getMemberLesson } from '../access.ts';
import type { LivePostsDependencies } from './dependencies.ts';
import { describeForStaff } from './staff-assessment.ts';
import { describeForStudent } from './student-assessment.ts';

/** The lesson, before, while and after it runs, as much of it as the caller may see now. */
export function implementLiveAssessment(dependencies: LivePostsDependencies): Implementation {
  return implement(liveAssessment, async ({ tx, input, actor }) => {
    const lesson = await getMemberLesson(tx, actor, input.assessment_id);
    return {
      assessment:
        lesson.audience === 'staff' ? await describeForStaff(dependencies, tx, lesson) : await describeForStudent(dependencies, tx, lesson, actor.accountId),
    };
  });
}
