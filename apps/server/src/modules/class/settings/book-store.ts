import { bookStore, HAND_OFF_TARGETS } from '@classwright/contract';
import { implement, type Implementation, RedirectAnswer } from '../../../platform/http/index.ts';
import { issueCode } from '../../people/hand-off/index.ts';
import { findLauncher } from './queries.ts';
import { toLauncher } from './stored.ts';

/**
 * Returns the address of the book store. The school's own book store identifies the visitor by a code; without one it
 * is the product's store.
 */
export function implementBookStore(bookStoreUrl: string | null): Implementation {
  return implement(bookStore, async ({ tx, actor }) => {
    const { store } = toLauncher(await findLauncher(tx, actor.schoolId), bookStoreUrl);
    if (store === undefined) return new RedirectAnswer('/store');
    const address = new URL(store);
    address.searchParams.set('code', await issueCode(tx, actor.tokenId, HAND_OFF_TARGETS.store ?? 'store'));
    return new RedirectAnswer(address.href);
  });
}
