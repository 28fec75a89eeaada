import { picturesChoose, picturesUse, type PictureCardState } from '@classwright/contract';
import { isGuessableSequence, type Picture, WRONG_SEQUENCES } from '@classwright/rules/password/pictures';
import { audit } from '../../../../platform/audit/index.ts';
import { type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { requireSchoolOpenFor } from '../../../../platform/suspensions-queries.ts';
import type { Sealer } from '../../../../platform/secrets.ts';
import { signOutEverywhere } from '../administration/save.ts';
import { describeSignIn, signInDevice, toDevice } from '../complete-sign-in.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { toEmailKey } from '../email.ts';
import { askForFactor } from '../factors/index.ts';
import { placeOf, type SignInThrottle } from '../guessing/index.ts';
import { hashPassword, isPasswordRight } from '../password.ts';
import { findCredentialsById, findCredentialsOnDevice } from '../queries.ts';
import { noteFailure, noteSignIn } from '../sign-in-audit.ts';
import { hashesOfCode } from './codes.ts';
import { beginTry, clearPictures, endWrongTries, findPictureCard, listPictureCards, type PictureCard, setPictures } from './picture-queries.ts';
import { findLinkHolder, type LinkHolder } from './queries.ts';

/** The time until the first use of a card, and until the choice after a reset. */
export const FIRST_USE_HOURS = 7 * 24;
/** The number of days without a sign-in after which a card ends. */
export const KEEP_PICTURE_CARDS_DAYS = 400;

/** Returns what a card asks for. */
export function stateOf({ pictures_hash, wrong }: PictureCard): PictureCardState {
  if (pictures_hash === null) return 'new';
  return wrong >= WRONG_SEQUENCES.max ? 'asks_teacher' : 'chosen';
}

/**
 * Returns the text that is hashed as a password is. There are few sequences, so a copy of the database without the key must not
 * allow to try them.
 */
const textOf = ({ mac }: Pick<Sealer, 'mac'>, accountId: number, pictures: readonly Picture[]): string =>
  mac('picture sequence', `${accountId} ${pictures.join(' ')}`).toString('base64url');

/** Signs students in with a picture card: the card says who they are, the pictures that it is they. */
export function implementPictureCards(dependencies: AccountsDependencies, throttle: SignInThrottle): Implementation[] {
  const { db, sealer } = dependencies;

  /** @throws LINK_REFUSED for a code that is unknown, replaced or expired, SCHOOL_SUSPENDED */
  async function find(code: string): Promise<{ card: PictureCard; holder: LinkHolder }> {
    const card = await findPictureCard(db, hashesOfCode(sealer, code));
    const holder = card && (await findLinkHolder(db, card.account_id));
    if (!card || !holder) throw appError('LINK_REFUSED');
    await requireSchoolOpenFor(db, holder.id);
    return { card, holder };
  }

  /** Locks a card as it was found. @throws PICTURES_CHANGED when somebody was faster, or a teacher has reset it */
  async function hold(tx: Tx, code: string, found: PictureCard): Promise<void> {
    const now = await findPictureCard(tx, hashesOfCode(sealer, code), { hold: true });
    if (!now || now.account_id !== found.account_id || now.pictures_hash !== found.pictures_hash) throw appError('PICTURES_CHANGED');
  }

  return [
    implement(picturesChoose, async ({ input, address, userAgent, site, requestId }) => {
      const { card, holder } = await find(input.code);
      if (card.pictures_hash !== null) throw appError('PICTURES_CHANGED');
      if (isGuessableSequence(input.pictures)) throw fieldError('pictures', 'pictures.tooSimple');
      const picturesHash = await hashPassword(textOf(sealer, holder.id, input.pictures));
      const signedIn = await inTransaction(db, async (tx) => {
        await hold(tx, input.code, card);
        await setPictures(tx, holder.id, picturesHash, KEEP_PICTURE_CARDS_DAYS);
        const own = { accountId: holder.id, schoolId: holder.school_id };
        await audit(tx, own, { action: picturesChoose.name, subjectType: 'account', subjectId: holder.id, requestId });
        if ((await findCredentialsById(tx, holder.id))?.has_factor) return null;
        const device = toDevice(input.device, userAgent);
        await noteSignIn(tx, dependencies, { account: holder, way: 'pictures', device, address, requestId });
        return signInDevice(tx, dependencies, holder.id, device, true, site);
      });
      if (!signedIn) throw await askForFactor(db, dependencies, holder.id, 'pictures', site);
      return describeSignIn(db, dependencies, signedIn);
    }),
    implement(picturesUse, async ({ input, address, userAgent, site, requestId, log }) => {
      const { card, holder } = await find(input.code);
      const { pictures_hash: picturesHash } = card;
      if (picturesHash === null) throw appError('PICTURES_CHANGED');
      if (stateOf(card) === 'asks_teacher') throw appError('PICTURES_ASK_TEACHER');
      const device = toDevice(input.device, userAgent);
      const credentials = await findCredentialsOnDevice(db, toEmailKey(holder.email), device.hash);
      const tried = { accountKey: `pictures ${holder.id}`, address, device: input.device, isKnownDevice: credentials?.is_known_device ?? false };
      let wrong: number | null = null;
      const outcome = await throttle.run(tried, async () => {
        wrong = await beginTry(db, holder.id, WRONG_SEQUENCES.max);
        if (wrong === null) throw appError('PICTURES_ASK_TEACHER');
        return isPasswordRight(textOf(sealer, holder.id, input.pictures), picturesHash, { place: placeOf(address), who: `pictures ${holder.id}` });
      });
      if (!outcome.isRight || credentials === null) {
        noteFailure(dependencies, { account: credentials, outcome, device, address, requestId }).catch((error: unknown) =>
          log.error({ err: error }, 'a refused sign-in could not be kept in the audit trail'),
        );
        throw appError(wrong === WRONG_SEQUENCES.max ? 'PICTURES_ASK_TEACHER' : 'PICTURES_REFUSED');
      }
      const signedIn = await inTransaction(db, async (tx) => {
        await hold(tx, input.code, card);
        await endWrongTries(tx, holder.id, KEEP_PICTURE_CARDS_DAYS);
        if (credentials.has_factor) return null;
        const done = await signInDevice(tx, dependencies, holder.id, device, true, site);
        await noteSignIn(tx, dependencies, { account: holder, way: 'pictures', device, address, requestId });
        return done;
      });
      if (!signedIn) throw await askForFactor(db, dependencies, holder.id, 'pictures', site);
      return describeSignIn(db, dependencies, signedIn);
    }),
  ];
}

/** Returns what the picture cards of these accounts ask for. Accounts without a card are left out. */
export async function listPictureStates(db: Db, accountIds: readonly number[]): Promise<Map<number, PictureCardState>> {
  return new Map((await listPictureCards(db, accountIds)).map((card) => [card.account_id, stateOf(card)]));
}

/**
 * Lets a student choose other pictures with the same card, and signs them out, since others may know the old ones. Returns false
 * for an account without a card.
 */
export async function resetPictures(tx: Tx, accountId: number, onTokenEnded: (tokenId: number) => void): Promise<boolean> {
  if (!(await clearPictures(tx, accountId, FIRST_USE_HOURS))) return false;
  await signOutEverywhere(tx, accountId, 'password_changed', onTokenEnded);
  return true;
}
