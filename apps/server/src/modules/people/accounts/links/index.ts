/** One-time links, sign-in cards and passwords. */
import { findLinkHolder, revokeLinks } from './queries.ts';
import { makeLink } from './make-link.ts';
import { mailLinks } from './mail.ts';
import { fullName } from '../views.ts';
import { requireAccount, requireNotMorePrivileged } from '../administration/access.ts';
import { appError } from '../../../../platform/errors.ts';
import { createDateWriter } from '../../../../platform/dates.ts';
import { appNow } from '../../../../platform/clock.ts';
import { audit } from '../../../../platform/audit/index.ts';
import { accountLinkCreate, accountLinkRevoke } from '@classwright/contract';
import { type Implementation, implement } from '../../../../platform/http/index.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import type { SignInThrottle } from '../guessing/index.ts';
import { implementLinkUse } from './link-use.ts';
import { implementPasswordChange } from './password-change.ts';
import { implementPictureCards } from './picture-cards.ts';
import { implementSetUp } from './set-up.ts';

export function implementLinks(dependencies: AccountsDependencies, throttle: SignInThrottle): Implementation[] {
  return [
    ...implementLinkUse(dependencies),
    ...implementSetUp(dependencies),
    ...implementPasswordChange(dependencies, throttle),
    ...implementAccountLink(dependencies),
    ...implementPictureCards(dependencies, throttle),
  ];
}

/** Creates a link for another person's account. It is shown to the administrator once, or mailed to its owner. */
function implementAccountLink({ t, locale, mail }: AccountsDependencies): Implementation[] {
  return [
    implement(accountLinkCreate, async ({ tx, actor, input, site, requestId }) => {
      const account = await requireAccount(tx, actor, input.id);
      await requireNotMorePrivileged(tx, actor, account);
      if (!account.status) throw appError('ACCOUNT_DEACTIVATED');
      await audit(tx, actor, { action: accountLinkCreate.name, subjectType: 'account', subjectId: account.id, after: { mailed: input.mail }, requestId });
      if (input.mail) {
        if (!mail) throw appError('MAIL_NOT_SET_UP');
        await mailLinks(tx, mail.jobs, [account.id], account.has_password ? 'reset' : 'new', requestId);
        return { url: null, expires_at: (await appNow(tx)).toISOString(), message: t('link.mailed', { email: account.email }) };
      }
      const { url, expiresAt } = await makeLink(tx, account.id, site.origin);
      const holder = await findLinkHolder(tx, account.id);
      const date = createDateWriter('day', holder?.time_zone ?? 'UTC', locale)(expiresAt);
      return { url, expires_at: expiresAt.toISOString(), message: t('link.made', { name: fullName(account), date }) };
    }),
    implement(accountLinkRevoke, async ({ tx, actor, input, requestId }) => {
      const account = await requireAccount(tx, actor, input.id);
      await requireNotMorePrivileged(tx, actor, account);
      await revokeLinks(tx, account.id);
      await audit(tx, actor, { action: accountLinkRevoke.name, subjectType: 'account', subjectId: account.id, requestId });
      return { message: t('link.revoked', { name: fullName(account) }) };
    }),
  ];
}
