import { asMessage, EMAIL, setUp, setUpCheck } from '@classwright/contract';
import { PASSWORD_LIMITS } from '@classwright/rules/password';
import { audit } from '../../../../platform/audit/index.ts';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { describeSignIn, signInDevice, toDevice } from '../complete-sign-in.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { hashPassword } from '../password.ts';
import { createAccount } from '../service.ts';
import { noteSignIn } from '../sign-in-audit.ts';
import { hashOfLinkCode, makeLinkCode } from './codes.ts';
import { requireGoodPassword, requireNotLeaked } from './password-rules.ts';
import { findOnlySchool, findOpenLink, hasAdministrator, hasSchool, insertLink, isTimeZone, markUsed, revokeSetUpLinks, takeSetUpTurn } from './queries.ts';

const SET_UP_HOURS = 72;

/**
 * Creates the link with which an installation without an administrator gets its first one. Returns null when it has
 * one. The links of earlier starts end, so only the newest printed link works.
 */
export async function makeSetUpLink(db: Db, origin: string, sources: { hasGoogle: boolean }): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    await takeSetUpTurn(tx);
    if (await hasAdministrator(tx, sources)) return null;
    const code = makeLinkCode();
    await revokeSetUpLinks(tx);
    await insertLink(tx, { accountId: null, purpose: 'set_up', codeHash: hashOfLinkCode(code), hours: SET_UP_HOURS });
    return `${origin}/set-up#code=${code}`;
  });
}

/** Creates the first administrator, and the first school where there is none. */
export function implementSetUp(dependencies: AccountsDependencies): Implementation[] {
  const { db } = dependencies;
  const sources = { hasGoogle: dependencies.google !== null };

  async function requireOpen(code: string): Promise<void> {
    const isOpen = (await findOpenLink(db, [hashOfLinkCode(code)]))?.purpose === 'set_up' && !(await hasAdministrator(db, sources));
    if (!isOpen) throw appError('LINK_REFUSED');
  }

  return [
    implement(setUpCheck, async ({ input }) => {
      await requireOpen(input.code);
      return { min_characters: PASSWORD_LIMITS.staffCharacters, asks_school: !(await hasSchool(db)) };
    }),
    implement(setUp, async ({ input, address, userAgent, site, requestId }) => {
      await requireOpen(input.code);
      const { first_name, last_name, email, school_name, time_zone } = input;
      const asksSchool = !(await hasSchool(db));
      if (asksSchool && school_name === '') throw fieldError('school_name', 'validation.required', { label: asMessage('account.field.school') });
      if (!EMAIL.test(email)) throw fieldError('email', 'validation.email');
      if (!(await isTimeZone(db, time_zone))) throw fieldError('time_zone', 'setUp.timeZone');
      requireGoodPassword(input.password, { first_name, last_name, email, school_name, is_staff: true });
      await requireNotLeaked(input.password, dependencies.leakedPasswordsFile);
      const passwordHash = await hashPassword(input.password);
      const signedIn = await inTransaction(db, async (tx) => {
        await takeSetUpTurn(tx);
        const link = await findOpenLink(tx, [hashOfLinkCode(input.code)], { hold: true });
        if (!link || (await hasAdministrator(tx, sources))) throw appError('LINK_REFUSED');
        await markUsed(tx, link.id);
        await revokeSetUpLinks(tx);
        const schoolId = asksSchool ? await dependencies.createSchool(tx, { school_name, time_zone }) : await findOnlySchool(tx);
        const accountId = await createAccount(tx, {
          schoolId,
          accountType: 'Admin',
          roleKey: 'admin',
          firstName: first_name,
          lastName: last_name,
          email,
          passwordHash,
        });
        await audit(
          tx,
          { accountId, schoolId },
          { action: setUp.name, subjectType: 'account', subjectId: accountId, after: { first_name, last_name, email, school_name }, requestId },
        );
        const device = toDevice(input.device, userAgent);
        await noteSignIn(tx, dependencies, { account: { id: accountId, school_id: null }, way: 'set_up', device, address, requestId });
        return signInDevice(tx, dependencies, accountId, device, false, { ...site, school: null });
      });
      return describeSignIn(db, dependencies, signedIn);
    }),
  ];
}
