import { passwordChange, passwordForgot } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { signOutElsewhere } from '../administration/save.ts';
import { announceChange } from '../change-mail.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { toEmailKey } from '../email.ts';
import { hashPassword, isPasswordRight } from '../password.ts';
import { findCredentials } from '../queries.ts';
import { placeOf, type SignInThrottle } from '../guessing/index.ts';
import { sha256 } from '../tokens.ts';
import { mailReset } from './mail.ts';
import { requireGoodPassword, requireNotLeaked } from './password-rules.ts';
import { findLinkHolder, type LinkHolder, revokeLinks, setPassword, takePasswordRequest } from './queries.ts';

/** The limit of requests from one place: enough for a class that forgot its passwords, and then one after another. */
const REQUESTS = { burst: 20, perMinute: 1 };
const REMEMBERED_PLACES = 10_000;

/** Changes one's own password, and requests a link for a forgotten one. */
export function implementPasswordChange(
  { db, t, mail, makeLimiter, onTokenEnded, leakedPasswordsFile }: AccountsDependencies,
  throttle: SignInThrottle,
): Implementation[] {
  const byPlace = makeLimiter('password requests', REQUESTS);
  return [
    implement(passwordChange, async ({ input, actor, address, requestId }) => {
      const holder = (await findLinkHolder(db, actor.accountId)) as LinkHolder;
      const emailKey = toEmailKey(holder.email);
      const current = (await findCredentials(db, emailKey))?.password_hash ?? null;
      // a signed-in person does not wait in a stranger's lane
      const tried = { accountKey: emailKey, address, device: 'signed in', isKnownDevice: true };
      const isRight = current === null || (await throttle.run(tried, () => isPasswordRight(input.current_password, current))).isRight;
      if (!isRight) throw fieldError('current_password', 'password.wrong');
      requireGoodPassword(input.password, holder);
      await requireNotLeaked(input.password, leakedPasswordsFile);
      const passwordHash = await hashPassword(input.password);
      await inTransaction(db, async (tx) => {
        await setPassword(tx, actor.accountId, passwordHash);
        await revokeLinks(tx, actor.accountId);
        await signOutElsewhere(tx, actor, 'password_changed', onTokenEnded);
        await announceChange(tx, mail, { accountId: actor.accountId, what: 'password', tokenId: actor.tokenId });
        await audit(tx, actor, { action: passwordChange.name, subjectType: 'account', subjectId: actor.accountId, requestId });
      });
      return { message: t('password.changed') };
    }),
    implement(passwordForgot, async ({ input, address, requestId }) => {
      if (!mail) throw appError('MAIL_NOT_SET_UP');
      if (byPlace.size > REMEMBERED_PLACES) byPlace.sweep();
      byPlace.require(placeOf(address));
      const email_key = toEmailKey(input.email);
      await inTransaction(db, async (tx) => {
        if (await takePasswordRequest(tx, sha256(email_key))) await mailReset(tx, mail.jobs, email_key, requestId);
      });
      return { message: t('link.forgot') };
    }),
  ];
}
