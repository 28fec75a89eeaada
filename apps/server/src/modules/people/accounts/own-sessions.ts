import { authSessionEnd, authSessionEndOthers, authSessionList } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { afterCommit } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { signOutElsewhere } from './administration/save.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { nameDevice } from './device-name.ts';
import { listOwnChanges } from './own-changes.ts';
import { endOwnToken, listSessions } from './queries.ts';

/** Shows a person their own sign-ins and lets them end each one. */
export function implementOwnSessions({ t, onTokenEnded }: Pick<AccountsDependencies, 't' | 'onTokenEnded'>): Implementation[] {
  return [
    implement(authSessionList, async ({ tx, actor }) => ({
      sessions: (await listSessions(tx, actor.accountId)).map(({ id, purpose, device_label, created_at, last_used_at }) => ({
        id,
        ...(purpose === 'wall' ? { browser: null, system: null } : nameDevice(device_label)),
        signed_in_at: created_at.toISOString(),
        last_used_at: last_used_at.toISOString(),
        is_current: id === actor.tokenId,
        is_wall: purpose === 'wall',
      })),
      changes: await listOwnChanges(tx, actor),
    })),
    implement(authSessionEnd, async ({ tx, actor, input, requestId }) => {
      if (!(await endOwnToken(tx, actor.accountId, input.id))) throw appError('NOT_FOUND');
      await audit(tx, actor, { action: authSessionEnd.name, subjectType: 'account', subjectId: actor.accountId, requestId });
      afterCommit(tx, () => onTokenEnded(input.id));
      return { message: t('sessions.ended') };
    }),
    implement(authSessionEndOthers, async ({ tx, actor, requestId }) => {
      const count = await signOutElsewhere(tx, actor, 'signed_out', onTokenEnded);
      if (count > 0)
        await audit(tx, actor, {
          action: authSessionEndOthers.name,
          subjectType: 'account',
          subjectId: actor.accountId,
          after: { count },
          requestId,
        });
      return { message: t('sessions.othersEnded') };
    }),
  ];
}
