import { liveSettings } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getMemberLesson } from './access.ts';
import { loadSession } from './session-view.ts';

/** Returns `true` if students may comment now: only while the lesson runs and the teacher has enabled it. */
export function implementLiveSettings(): Implementation {
  return implement(liveSettings, async ({ tx, input, actor }) => {
    const lesson = await getMemberLesson(tx, actor, input.assessment_id);
    const loaded = await loadSession(tx, { currentOf: lesson.assessmentId });
    return { settings: { can_comment: loaded?.session.state === 'running' && loaded.session.can_comment } };
  });
}
