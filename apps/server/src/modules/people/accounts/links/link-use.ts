import { requireOwnSite } from '../own-site.ts';
import { linkCheck, linkUse } from '@classwright/contract';
import { minPasswordCharacters } from '@classwright/rules/password';
import { audit } from '../../../../platform/audit/index.ts';
import { afterCommit, type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { requireSchoolOpenFor } from '../../../../platform/suspensions-queries.ts';
import type { Sealer } from '../../../../platform/secrets.ts';
import { describeSignIn, signInDevice, toDevice } from '../complete-sign-in.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { askForFactor, deleteFactors } from '../factors/index.ts';
import { deleteIdentity } from '../google/queries.ts';
import { hashPassword } from '../password.ts';
import { endTokens, findCredentialsById } from '../queries.ts';
import { noteSignIn } from '../sign-in-audit.ts';
import { hashesOfCode } from './codes.ts';
import { stateOf } from './picture-cards.ts';
import { findPictureCard } from './picture-queries.ts';
import { requireGoodPassword, requireNotLeaked } from './password-rules.ts';
import { findLinkHolder, findOpenLink, type LinkHolder, markUsed, type OpenLink, revokeLinks, setPassword } from './queries.ts';

interface Found {
  link: OpenLink;
  holder: LinkHolder;
}

/** Uses one-time links and sign-in cards on behalf of their holders. Their codes are too long to be guessed. */
export function implementLinkUse(dependencies: AccountsDependencies): Implementation[] {
  const { db, sealer } = dependencies;

  /** @throws LINK_REFUSED for a code that is unknown, used, revoked or expired */
  async function find(code: string): Promise<Found> {
    const link = await findOpenLink(db, hashesOfCode(sealer, code));
    const holder = link?.account_id ? await findLinkHolder(db, link.account_id) : null;
    if (!link || !holder) throw appError('LINK_REFUSED');
    return { link, holder };
  }

  /**
   * Sets the password and ends everything else that would let another person in: other links and cards, tokens, an
   * identity at Google.
   */
  async function choosePassword(tx: Tx, { holder }: Found, passwordHash: string): Promise<void> {
    await revokeLinks(tx, holder.id);
    await deleteIdentity(tx, holder.id);
    await setPassword(tx, holder.id, passwordHash);
    const ended = await endTokens(tx, holder.id, 'password_changed');
    afterCommit(tx, () => {
      for (const { id } of ended) dependencies.onTokenEnded(id);
    });
  }

  return [
    implement(linkCheck, async ({ input }) => {
      const toView = ({ first_name, last_name, email, is_staff }: LinkHolder) => ({
        ...{ first_name, last_name, email },
        min_characters: minPasswordCharacters({ isStaff: is_staff }),
      });
      const card = await findPictureCard(db, hashesOfCode(sealer, input.code));
      const student = card && (await findLinkHolder(db, card.account_id));
      if (card && student) return { link: { purpose: 'pictures' as const, pictures: stateOf(card), ...toView(student) } };
      const { link, holder } = await find(input.code);
      return { link: { purpose: link.purpose === 'card' ? ('card' as const) : ('password' as const), pictures: null, ...toView(holder) } };
    }),
    implement(linkUse, async ({ input, address, userAgent, site, requestId }) => {
      const found = await find(input.code);
      const { link, holder } = found;
      if (!holder.status) throw appError('ACCOUNT_DEACTIVATED');
      await requireSchoolOpenFor(db, holder.id);
      await requireOwnSite(db, dependencies.sites, holder.id, site);
      requireGoodPassword(input.password, holder);
      await requireNotLeaked(input.password, dependencies.leakedPasswordsFile);
      const passwordHash = await hashPassword(input.password);
      const way = link.purpose === 'card' ? 'card' : 'link';
      const signedIn = await inTransaction(db, async (tx) => {
        if (!(await findOpenLink(tx, hashesOfCode(sealer, input.code), { hold: true }))) throw appError('LINK_REFUSED'); // somebody was faster
        await markUsed(tx, link.id);
        await choosePassword(tx, found, passwordHash);
        const device = toDevice(input.device, userAgent);
        await audit(
          tx,
          { accountId: holder.id, schoolId: holder.school_id },
          {
            action: linkUse.name,
            subjectType: 'account',
            subjectId: holder.id,
            after: { purpose: link.purpose },
            requestId,
          },
        );
        if (link.ends_factors) await deleteFactors(tx, holder.id);
        if ((await findCredentialsById(tx, holder.id))?.has_factor) return null;
        await noteSignIn(tx, dependencies, { account: holder, way, device, address, requestId });
        return signInDevice(tx, dependencies, holder.id, device, true, site);
      });
      if (!signedIn) throw await askForFactor(db, dependencies, holder.id, way, site);
      return describeSignIn(db, dependencies, signedIn);
    }),
  ];
}

/** Checks that a code is that of an open sign-in card of this person. It does not use the card up. */
export async function isOpenCardOf(db: Db, sealer: Sealer, code: string, accountId: number): Promise<boolean> {
  const link = await findOpenLink(db, hashesOfCode(sealer, code));
  return link?.purpose === 'card' && link.account_id === accountId;
}
