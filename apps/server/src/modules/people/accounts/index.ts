/**
 * Accounts: people, their passwords and tokens, signing in and out.
 *
 * Invariants: a token is opaque and random, and only its SHA-256 is kept; a sign-in ends the older tokens of that
 * device, and those of the account's other devices (unless the school allows its staff several); an ended token
 * delivers a student's answers and drafts for 60 s more and nothing else; a deactivated account can do nothing. Only
 * the hash of a link or card is kept, each can be used once, and a newer one ends the older; a picture card can be used
 * again, and never signs in without the pictures that its student chose. Nobody edits, or gets
 * into, an account that may do more than they may; nobody reaches accounts of another school. Google vouches for a
 * person's identity and never creates an account.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { authLogout, authMe, type UserView, channels, type MessageKey, type Translate } from '@classwright/contract';
import { monotonicMs } from '../../../platform/clock.ts';
import { afterCommit, type Db } from '../../../platform/database/index.ts';
import type { ManifestWith } from '../../../manifest.ts';
import { implement } from '../../../platform/http/index.ts';
import { implementAdministration } from './administration/index.ts';
import { implementAuthLogin } from './auth-login.ts';
import { changeMailJob } from './change-mail.ts';
import { describeAccount, toDevice } from './complete-sign-in.ts';
import type { AccountsDependencies, AccountsOptions } from './dependencies.ts';
import { implementGoogleSignIn } from './google/index.ts';
import { implementLinks } from './links/index.ts';
import { implementFactors } from './factors/index.ts';
import { implementOwnChanges } from './own-changes.ts';
import { implementOwnSessions } from './own-sessions.ts';
import { accountsHousekeeping, cleanUpSignIns } from './housekeeping.ts';
import { linkMailJobs } from './links/mail.ts';
import { createSignUp, type SignUp } from './links/sign-up.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import { createListenerLookup } from './listener.ts';
import { endToken, isTokenLive } from './queries.ts';
import { noteSignOut } from './sign-in-audit.ts';
import { createAuthentication } from './tokens.ts';
import { createStoredLanes, SignInThrottle } from './guessing/index.ts';
import { personalData } from './personal-data.ts';

export { lockReachableAccount } from './administration/access.ts';
export { isStudentType } from './administration/save.ts';
export { loadAccountViews } from './administration/index.ts';
export { type ImportedAccount, insertAccounts, setPhoneNumber } from './administration/queries.ts';
export { correctAccounts, type PersonData } from './administration/correct.ts';
export { eraseUnused, listEraseProblems } from './administration/erase-unused.ts';
export { listFullNames } from './administration/queries.ts';
export { toEmailKey } from './email.ts';
export { accountBlockSource, accountPageQuery, type AccountSearch } from './administration/queries.ts';
export { beginConsent, finishConsent } from './google/consents.ts';
export { type GoogleSetting, OpenIdProvider, ProviderError } from './google/provider.ts';
export { listIdentityHolders } from './google/queries.ts';
export { findListener } from './listener.ts';
export { deriveToken, issueLimitedToken, type MadeToken } from './limited-tokens.ts';
export { endLimitedToken, listSessions } from './queries.ts';
export { makeAdminLink } from './links/admin-link.ts';
export { issueCards, prepareCards } from './links/issue-cards.ts';
export { isOpenCardOf } from './links/link-use.ts';
export { listPictureStates, resetPictures } from './links/picture-cards.ts';
export { mailLinks } from './links/mail.ts';
export { hashOfCardCode, makeCardCode } from './links/codes.ts';
export { makeLink } from './links/make-link.ts';
export type { SignUp } from './links/sign-up.ts';
export { hasAdministrator, isTimeZone, type LinkHolder, listLinkHolders } from './links/queries.ts';
export { makeSetUpLink } from './links/set-up.ts';
export { listRosterIds, rosterIdOf } from './roster-ids-queries.ts';
export { hashPassword } from './password.ts';
export { activateAccount, createAccount, deactivateAccount } from './service.ts';
export { insertUnnamed, listAccountTraces, removePictures } from './unname-queries.ts';
export { eraseAccounts } from './administration/queries.ts';
export { nameDevice } from './device-name.ts';
export { toNeighbourhood } from './sign-in-audit.ts';
export { type GuessClock, placeOf } from './guessing/index.ts';
export { createGuest, createSimulated, issuePlayToken, listPlayTokens, listSignedIn, type SimulatedName } from './simulated-queries.ts';
export { findTimeZone } from './queries.ts';
export { actorOfToken, createAuthentication, issueToken } from './tokens.ts';
export { fullName } from './views.ts';

/** The parts that other modules use: a person as that person's own screens show it, and an account that its owner makes. */
type AccountsParts = { describeAccount: (db: Db, accountId: number) => Promise<UserView>; signUp: SignUp };

export function accountsModule({ realtime, installation, folded, language: { locale }, ...given }: AccountsOptions): ManifestWith<AccountsParts> {
  const { db, t, access, mail, guessClock = { nowMs: monotonicMs, sleep: (ms: number) => sleep(ms) } } = given;
  const throttle = new SignInThrottle({ clock: guessClock, lanes: createStoredLanes(db, guessClock) });
  const onTokenEnded = (tokenId: number): void => realtime.endToken(tokenId);
  const dependencies: AccountsDependencies = {
    ...given,
    locale,
    placeSecret: installation.linkSecret,
    describePerson: (on, account) => folded().describePerson(on, account),
    listNotSetUp: () => folded().notSetUp,
    onTokenEnded,
    makeTicket: (request) => realtime.makeTicket(request),
    onNewDevice: createNewDeviceNotice({ t, realtime }),
  };
  const describe = async (on: Db, accountId: number): Promise<UserView> => (await describeAccount(on, dependencies, accountId)).user;
  const implementations = [
    implementAuthLogin(dependencies, throttle),
    ...implementLinks(dependencies, throttle),
    ...implementGoogleSignIn(dependencies),
    ...implementAdministration(dependencies),
    ...implementOwnSessions(dependencies),
    ...implementOwnChanges(dependencies),
    ...implementFactors(dependencies, throttle),
    implement(authLogout, async ({ tx, actor, userAgent, address, requestId }) => {
      await endToken(tx, actor.tokenId, 'signed_out');
      const account = { id: actor.accountId, school_id: actor.schoolId };
      await noteSignOut(tx, dependencies, { account, device: toDevice('', userAgent), address, requestId });
      afterCommit(tx, () => onTokenEnded(actor.tokenId));
      return {};
    }),
    implement(authMe, async ({ tx, actor }) => {
      const { needs_factor: _, ...user } = await describe(tx, actor.accountId);
      return { user: actor.needsFactor ? { ...user, needs_factor: true } : user };
    }),
  ];
  return {
    parts: { describeAccount: describe, signUp: createSignUp(dependencies) },
    services: {
      authenticate: createAuthentication(db, access),
      findListener: createListenerLookup(db, access),
      isTokenLive: (tokenId) => isTokenLive(db, tokenId),
    },
    personalData,
    implementations,
    jobs: [cleanUpSignIns(db), ...(mail ? [...linkMailJobs({ db, t, locale, mail }), changeMailJob({ db, t, locale, mail })] : [])],
    housekeeping: accountsHousekeeping({ db, realtime }),
    eventWords: ['account', 'new'],
    channels: [{ prefix: 'private-account', authorise: async (listener, accountId) => (accountId === listener.accountId ? {} : null) }],
  };
}

/** Notifies the devices of ended tokens that another one signed in, then closes their sockets. */
function createNewDeviceNotice({
  t,
  realtime,
}: {
  t: Translate<MessageKey>;
  realtime: Pick<Realtime, 'publish' | 'endToken'>;
}): AccountsDependencies['onNewDevice'] {
  return (accountId, ended) => {
    for (const { tokenId, fingerprint } of ended) {
      realtime.publish(channels.account(accountId), 'new-device-login', { token_fingerprint: fingerprint, message: t('auth.newDevice') });
      realtime.endToken(tokenId);
    }
  };
}
