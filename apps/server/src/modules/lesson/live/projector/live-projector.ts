import { liveProjector } from '@classwright/contract';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { FileLinks } from '../../../school/files/index.ts';
import { getStaffLesson } from '../access.ts';
import { requireWallLesson } from '../walls/index.ts';
import type { SessionQuestions } from '../questions.ts';
import { readProjector } from './projector-view.ts';

/** Returns what the class may see on the projector (LIVE-33, LIVE-34), for people who may run the lesson. */
export function implementLiveProjector({ questions, fileLinks }: { questions: SessionQuestions; fileLinks: FileLinks }): Implementation {
  return implement(liveProjector, async ({ tx, input, actor }) => {
    const { assessmentId, courseId } = await getStaffLesson(tx, actor, input.assessment_id);
    await requireWallLesson(tx, actor, input.assessment_id);
    if (courseId === null) throw appError('ASSESSMENT_WITHOUT_CLASS');
    const projector = await readProjector(tx, questions, fileLinks, assessmentId);
    if (!projector) throw appError('ASSESSMENT_NOT_FOUND');
    return { projector };
  });
}
