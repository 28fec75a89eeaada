import { postAdd } from '@classwright/contract';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { CallBatches } from '../herds/index.ts';

/** Files the answer to the form that it names, never to another. */
export function implementPostAdd(herds: CallBatches): Implementation {
  return implement(postAdd, async ({ input, actor, once }) => herds.answer({ actor, once }, input));
}
