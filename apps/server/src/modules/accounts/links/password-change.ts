import { passwordChange, passwordForgot } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { afterCommit, inTransaction } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { toEmailKey } from '../email.ts';
import { hashPassword, isPasswordRight } from '../password.ts';
import { endOtherTokens, findCredentials } from '../queries.ts';
import type { SignInThrottle } from '../throttle.ts';
import { LINK_MAIL } from './mail.ts';
import { requireGoodPassword } from './password-rules.ts';
import { findLinkHolder, hasFreshLink, type LinkHolder, revokeLinks, setPassword } from './queries.ts';

const MINUTES_BETWEEN_MAILS = 5;

/** Changing one's own password, and asking for a link because it is forgotten. */
export function implementPasswordChange({ db, t, mail, onTokenEnded }: AccountsDependencies, throttle: SignInThrottle): Implementation[] {
  return [
    implement(passwordChange, async ({ input, actor, address, requestId }) => {
      const holder = (await findLinkHolder(db, actor.accountId)) as LinkHolder;
      const emailKey = toEmailKey(holder.email);
      const current = (await findCredentials(db, emailKey))?.password_hash ?? null;
      const isRight = current === null || (await throttle.run(emailKey, address, () => isPasswordRight(input.current_password, current)));
      if (!isRight) throw fieldError('current_password', 'password.wrong');
      requireGoodPassword(input.password, holder);
      const passwordHash = await hashPassword(input.password);
      await inTransaction(db, async (tx) => {
        await setPassword(tx, actor.accountId, passwordHash);
        await revokeLinks(tx, actor.accountId);
        const ended = await endOtherTokens(tx, actor.accountId, actor.tokenId, 'password_changed');
        await audit(tx, actor, { action: passwordChange.name, subjectType: 'account', subjectId: actor.accountId, requestId });
        afterCommit(tx, () => {
          for (const tokenId of ended) onTokenEnded(tokenId);
        });
      });
      return { message: t('password.changed') };
    }),
    implement(passwordForgot, async ({ input }) => {
      if (!mail) throw appError('MAIL_NOT_SET_UP');
      const account = await findCredentials(db, toEmailKey(input.email));
      const isMailed = account?.status && !(await hasFreshLink(db, account.id, MINUTES_BETWEEN_MAILS));
      if (isMailed) await inTransaction(db, (tx) => mail.jobs.enqueue(tx, LINK_MAIL, [{ account_id: account.id, reason: 'reset' }]));
      return { message: t('link.forgot') };
    }),
  ];
}
