import { requireOwnSite } from './own-site.ts';
import { type authLogin, channels, type HandlerResult, type UserView, contract } from '@classwright/contract';
import { afterCommit, databaseOf, type Db, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { mailNewDevice } from './change-mail.ts';
import type { Device } from './device-name.ts';
import type { PersonContext } from '../../../manifest.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { appNow } from '../../../platform/clock.ts';
import { needsFactor } from '../access/index.ts';
import {
  type SignInFactor,
  countSignIns,
  deleteOldTokensOf,
  endTokens,
  endTokensOfDevice,
  getAccount,
  insertToken,
  lockAccount,
  noteActivity,
} from './queries.ts';
import type { Grants } from '../../../platform/http/index.ts';
import { requireSchoolOpenFor } from '../../../platform/suspensions-queries.ts';
import type { Site } from '../../../platform/sites.ts';
import { createToken, KEEP_TOKENS_DAYS, sha256, TOKEN_LIFETIME_DAYS } from './tokens.ts';
import { toUserView } from './views.ts';

const rightsOf = (isForAllSchools: boolean): string[] =>
  contract.flatMap(({ access, reach }) => (typeof access === 'object' && (reach === 'all') === isForAllSchools ? [`${access.resource}:${access.action}`] : []));
const others: ReadonlySet<string> = new Set(rightsOf(false));
/** Rights ("resource:action") that only change what all schools share. */
const FOR_ALL_SCHOOLS: ReadonlySet<string> = new Set(rightsOf(true).filter((right) => !others.has(right)));

/**
 * Returns the rights that are useful to this person. Screens offer nothing that the server refuses to people of one
 * school.
 */
function toShownRights({ rights, reach, isOperator }: Pick<Grants, 'rights' | 'reach' | 'isOperator'>): ReadonlySet<string> {
  return 'all' in reach || isOperator ? rights : new Set([...rights].filter((right) => !FOR_ALL_SCHOOLS.has(right)));
}

/** Builds a device. `own` is the id that the browser uses for this account, or empty for none. */
export function toDevice(own: string, userAgent: string): Device {
  return { hash: own === '' ? null : sha256(own), label: userAgent };
}

export interface SignedIn {
  accountId: number;
  tokenId: number;
  token: string;
  isFirst: boolean;
  factor: SignInFactor | null;
}

/**
 * Gives a device a token. It locks the account row, so that two devices that sign in at the same time cannot both stay.
 * The device's own older tokens end, and with `endsOthers` those of all others. Devices that lose a token are notified,
 * and may still deliver a student's writing for a minute. Home shows people who stay
 * signed in elsewhere their other devices. @throws ACCOUNT_DEACTIVATED, SCHOOL_SUSPENDED, OTHER_SITE
 */
export async function signInDevice(
  tx: Tx,
  { onNewDevice, mail, sites }: AccountsDependencies,
  accountId: number,
  device: Device,
  endsOthers: boolean,
  site: Site,
  factor: SignInFactor | null = null,
): Promise<SignedIn> {
  const account = await lockAccount(tx, accountId);
  if (!account?.status) throw appError('ACCOUNT_DEACTIVATED');
  await requireSchoolOpenFor(tx, accountId);
  await requireOwnSite(tx, sites, accountId, site);
  const isFirst = (await countSignIns(tx, accountId)) === 0;
  await mailNewDevice(tx, mail, accountId, device);
  const { token, tokenHash } = createToken();
  const ended = await (endsOthers ? endTokens(tx, accountId, 'new_device') : endTokensOfDevice(tx, accountId, device.hash, 'new_device'));
  await deleteOldTokensOf(tx, accountId, KEEP_TOKENS_DAYS);
  const tokenId = await insertToken(tx, {
    accountId,
    tokenHash,
    deviceHash: device.hash,
    deviceLabel: device.label,
    lifetimeDays: TOKEN_LIFETIME_DAYS,
    factor,
  });
  if (tokenId === null) throw new Error('two tokens are the same');
  const schoolId = account.school_id;
  // on its own: sign-ins of one school do not wait for each other
  if (schoolId !== null) afterCommit(tx, () => noteActivity(databaseOf(tx), schoolId));
  // a person who signs in again after the sign-in expired is not asked to leave
  const lost = ended.filter(({ is_expired }) => !is_expired);
  if (lost.length > 0)
    afterCommit(tx, () =>
      onNewDevice(
        accountId,
        lost.map(({ id, token_hash }) => ({ tokenId: id, fingerprint: token_hash.toString('hex') })),
      ),
    );
  return { accountId, tokenId, token, isFirst, factor };
}

/** Loads a person's current data for that person's own screens, with what other modules add. */
export async function describeAccount(
  db: Db,
  { access, describePerson, listNotSetUp }: Pick<AccountsDependencies, 'access' | 'describePerson' | 'listNotSetUp'>,
  accountId: number,
  factorOfSignIn: SignInFactor | null = null,
): Promise<{ user: UserView; context: PersonContext }> {
  const account = await getAccount(db, accountId);
  const person = await access.personOf(db, { accountId: account.id, schoolId: account.school_id });
  const context = await describePerson(db, { id: account.id, pictureFileId: account.picture_file_id });
  const { hasActiveAssessment, pictureUrl, hasStore, hasOneRoster, unseenNotice } = context;
  const unusedPages = [...(hasStore ? [] : ['store', 'store-items', 'store-purchases']), ...(hasOneRoster ? [] : ['oneroster'])];
  const notSetUp = listNotSetUp();
  const shown = new Set([...toShownRights(person)].filter((right) => !notSetUp.some((resource) => right.startsWith(`${resource}:`))));
  const nowMs = person.factor.requiredMs === null ? 0 : (await appNow(db)).getTime();
  const lacksFactor = factorOfSignIn !== 'google' && needsFactor(person.factor, nowMs);
  return {
    user: toUserView(account, {
      menus: await access.menusOf(db, shown),
      rights: shown,
      hasActiveAssessment,
      pictureUrl,
      unusedPages,
      reachesAll: 'all' in person.reach,
      lacksFactor,
      unseenNotice,
    }),
    context,
  };
}

/** Builds the answer for someone who has just signed in. */
export async function describeSignIn(
  db: Db,
  dependencies: AccountsDependencies,
  { accountId, tokenId, token, isFirst, factor }: SignedIn,
): Promise<HandlerResult<typeof authLogin>> {
  const { user, context } = await describeAccount(db, dependencies, accountId, factor);
  return {
    user: { ...user, api_token: token },
    api_token: token,
    socket_ticket: await dependencies.makeTicket({ accountId, tokenId, channels: [channels.account(accountId)] }),
    new_account: isFirst,
    courses: context.courses,
    assessment: context.activeAssessment,
    message: dependencies.t('auth.signedIn', { name: user.name }),
  };
}
