import { type AccountChangeView, authChangeDismiss, authChangeRefuse } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { signOutElsewhere } from './administration/save.ts';
import { dismissAllChanges, dismissChanges, listChanges } from './change-queries.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { endNewFactors } from './factors/index.ts';
import { revokeLinks } from './links/queries.ts';
import { lockAccount } from './queries.ts';

/** The number of days for which a change is shown, and from which *That was not me* removes what was added. */
export const CHANGES_DAYS = 14;

/** Lists the changes of the ways into an account that its owner did not make at this device. */
export async function listOwnChanges(db: Db, { accountId, tokenId }: Pick<Actor, 'accountId' | 'tokenId'>): Promise<AccountChangeView[]> {
  return (await listChanges(db, accountId, tokenId, CHANGES_DAYS)).map(({ made_at, ...change }) => ({ ...change, made_at: made_at.toISOString() }));
}

/**
 * Lets people say about such a change that it was theirs, or not, which ends what somebody else added. It asks nobody to
 * confirm: only the person who added a factor could. It removes no older factor, so it weakens no account.
 */
export function implementOwnChanges({ t, onTokenEnded }: Pick<AccountsDependencies, 't' | 'onTokenEnded'>): Implementation[] {
  return [
    implement(authChangeDismiss, async ({ tx, actor, input }) => {
      if (!(await dismissChanges(tx, actor.accountId, input.id))) throw appError('NOT_FOUND');
      return { message: t('changes.dismissed') };
    }),
    implement(authChangeRefuse, async ({ tx, actor, requestId }) => {
      await lockAccount(tx, actor.accountId);
      const factors = await endNewFactors(tx, actor.accountId, CHANGES_DAYS);
      const count = await signOutElsewhere(tx, actor, 'signed_out', onTokenEnded);
      await revokeLinks(tx, actor.accountId);
      await dismissAllChanges(tx, actor.accountId);
      const after = { count, factors };
      await audit(tx, actor, { action: authChangeRefuse.name, subjectType: 'account', subjectId: actor.accountId, after, requestId });
      return { message: t('changes.refused') };
    }),
  ];
}
