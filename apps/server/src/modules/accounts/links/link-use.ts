import { linkCheck, linkUse } from '@classwright/contract';
import { minPasswordCharacters } from '@classwright/rules/password';
import { audit } from '../../../platform/audit/index.ts';
import { afterCommit, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { describeSignIn, signInDevice } from '../complete-sign-in.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { hashPassword } from '../password.ts';
import { endTokens } from '../queries.ts';
import type { SignInThrottle } from '../throttle.ts';
import { sha256 } from '../tokens.ts';
import { hashOfCode } from './codes.ts';
import { requireGoodPassword } from './password-rules.ts';
import { findLinkHolder, findOpenLink, type LinkHolder, markUsed, type OpenLink, setPassword } from './queries.ts';

interface Found {
  link: OpenLink;
  holder: LinkHolder;
}

/** One-time links and sign-in cards from the side of whoever holds one. Guesses slow their address down. */
export function implementLinkUse(dependencies: AccountsDependencies, throttle: SignInThrottle): Implementation[] {
  const { db } = dependencies;

  /** @throws LINK_REFUSED for a code that nobody has, that is used up, revoked or over */
  async function find(code: string, address: string): Promise<Found> {
    const codeHash = hashOfCode(code);
    let found: Found | null = null;
    await throttle.run(`code ${codeHash.toString('base64')}`, address, async () => {
      const link = await findOpenLink(db, codeHash);
      const holder = link?.account_id ? await findLinkHolder(db, link.account_id) : null;
      found = link && holder ? { link, holder } : null;
      return found !== null;
    });
    if (!found) throw appError('LINK_REFUSED');
    return found;
  }

  async function choosePassword(tx: Tx, { holder }: Found, passwordHash: string): Promise<void> {
    await setPassword(tx, holder.id, passwordHash);
    const ended = await endTokens(tx, holder.id, 'password_changed');
    afterCommit(tx, () => {
      for (const { id } of ended) dependencies.onTokenEnded(id);
    });
  }

  return [
    implement(linkCheck, async ({ input, address }) => {
      const { link, holder } = await find(input.code, address);
      return {
        link: {
          purpose: link.purpose === 'card' ? ('card' as const) : ('password' as const),
          first_name: holder.first_name,
          last_name: holder.last_name,
          email: holder.email,
          min_characters: minPasswordCharacters({ isStaff: holder.is_staff }),
          password_optional: link.purpose === 'card',
        },
      };
    }),
    implement(linkUse, async ({ input, address, userAgent, requestId }) => {
      const found = await find(input.code, address);
      const { link, holder } = found;
      if (!holder.status) throw appError('ACCOUNT_DEACTIVATED');
      if (input.password === undefined && link.purpose !== 'card') requireGoodPassword('', holder);
      if (input.password !== undefined) requireGoodPassword(input.password, holder);
      const passwordHash = input.password === undefined ? null : await hashPassword(input.password);
      const signedIn = await inTransaction(db, async (tx) => {
        if (!(await findOpenLink(tx, hashOfCode(input.code), { hold: true }))) throw appError('LINK_REFUSED'); // somebody was faster
        await markUsed(tx, link.id);
        if (passwordHash !== null) await choosePassword(tx, found, passwordHash);
        const device = { hash: input.device === '' ? null : sha256(input.device), label: userAgent };
        await audit(
          tx,
          { accountId: holder.id, schoolId: holder.school_id },
          {
            action: linkUse.name,
            subjectType: 'account',
            subjectId: holder.id,
            after: { purpose: link.purpose, chose_password: passwordHash !== null },
            requestId,
          },
        );
        return signInDevice(tx, dependencies, holder.id, device, true);
      });
      return describeSignIn(db, dependencies, signedIn);
    }),
  ];
}
