import { liveStudentLogin } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import type { CallBatches } from './herds/index.ts';

/** Records that a student is in the lesson; only the first time counts. */
export function implementLiveStudentLogin(herds: CallBatches): Implementation {
  return implement(liveStudentLogin, async ({ input, actor, once }) => herds.logIn({ actor, once }, input.assessment_id));
}
