import { liveDraft } from '@classwright/contract';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { CallBatches } from '../herds/index.ts';

/** Stores the student's latest draft, so that the server can file it when the form closes. */
export function implementLiveDraft(herds: CallBatches): Implementation {
  return implement(liveDraft, async ({ input, actor, once }) => herds.draft({ actor, once }, input));
}
