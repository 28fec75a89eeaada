/**
 * Rewards: the points that people earn by taking part, and the store where they spend them.
 *
 * Invariants: lines are only added to the ledger, and a balance is its sum; a cause counts once for a person; points
 * never affect grades, and reveal nothing about an answer before its lesson has finished; people see their own points,
 * their teachers see them too, and there is no ranking; nothing can be redeemed without stock or points.
 */
import { storeItems } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implementReferenceList } from '../../../platform/reference-lists/index.ts';
import { implementGifts } from './gifts.ts';
import { implementPoints } from './points.ts';
import { implementRules } from './rules.ts';
import { implementDecide } from './store/decide.ts';
import { storeItemHooks } from './store/hooks.ts';
import { implementPicture, storePictures } from './store/picture.ts';
import { implementRedeem, type StoreDependencies } from './store/redeem.ts';

export type { Award } from './queries.ts';
export { addStoreItem, award, awardOnTime, awardWorkProduct, settleLike } from './service.ts';

export function rewardsModule(dependencies: StoreDependencies): Manifest {
  const { t, pictures } = dependencies;
  const hooks = storeItemHooks(pictures);
  return {
    implementations: [
      ...implementPoints({ t }),
      ...implementGifts({ t }),
      ...implementRules({ t }),
      ...implementReferenceList(storeItems, { t, hooks }),
      implementPicture({ t, hooks }),
      ...implementRedeem(dependencies),
      ...implementDecide(dependencies),
    ],
    fileUses: [storePictures],
  };
}
