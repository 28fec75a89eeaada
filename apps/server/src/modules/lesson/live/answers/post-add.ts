import { postAdd } from '@classwright/contract';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { Herds } from '../herds/index.ts';

/** Files the answer of the form that it names; never of another. */
export function implementPostAdd(herds: Herds): Implementation {
  return implement(postAdd, async ({ input, actor, once }) => herds.answer({ actor, once }, input));
}
