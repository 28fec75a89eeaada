import {
  factorCodeBegin,
  factorCodeFinish,
  factorCodeRemove,
  factorList,
  factorPasskeyBegin,
  factorPasskeyFinish,
  factorPasskeyRemove,
  factorRecoveryRenew,
} from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { appNow } from '../../../../platform/clock.ts';
import { inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import { announceChange } from '../change-mail.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { findLinkHolder, type LinkHolder } from '../links/queries.ts';
import { hashPassword } from '../password.ts';
import { confirmToken, lockAccount } from '../queries.ts';
import { fullName } from '../views.ts';
import { findStep, makeRecoveryCodes, makeSecret, toAppAddress, toRecoveryText } from './codes.ts';
import { checkNew, makeNewOptions, passkeySiteOf } from './passkeys.ts';
import {
  countRecoveryCodes,
  deletePasskey,
  deleteTimeCode,
  findTimeCode,
  hasFactor,
  insertPasskey,
  listPasskeys,
  replaceRecoveryCodes,
  replaceTimeCode,
} from './queries.ts';
import { beginSetUp, endStep, requireStep } from './steps.ts';

const MAX_PASSKEYS = 20;

/** A person's own factors: to see, set up and remove. */
export function implementOwnFactors(dependencies: AccountsDependencies): Implementation[] {
  const { db, t, access, sealer, mail } = dependencies;
  const stateOf = async ({ accountId, schoolId }: Actor) => (await access.personOf(db, { accountId, schoolId })).factor;

  async function requireOffered(actor: Actor): Promise<LinkHolder> {
    if ((await stateOf(actor)).level === 'none') throw appError('FACTOR_NOT_OFFERED');
    return (await findLinkHolder(db, actor.accountId)) as LinkHolder;
  }

  /** Makes recovery codes and their hashes, which take a moment, so that no transaction waits for them. */
  async function makeCodes(accountId: number): Promise<{ codes: string[]; hashes: string[] }> {
    const codes = makeRecoveryCodes();
    return { codes, hashes: await Promise.all(codes.map((code) => hashPassword(toRecoveryText(sealer, accountId, code)))) };
  }

  const note = (tx: Tx, actor: Actor, action: string, requestId: string) =>
    audit(tx, actor, { action, subjectType: 'account', subjectId: actor.accountId, requestId });

  /** Adds a factor, with recovery codes if it is the first. The sign-in that added it counts as confirmed. */
  async function add(actor: Actor, { ticket, action, requestId }: { ticket: string; action: string; requestId: string }, insert: (tx: Tx) => Promise<void>) {
    const made = (await hasFactor(db, actor.accountId)) ? null : await makeCodes(actor.accountId);
    const recovery_codes = await inTransaction(db, async (tx) => {
      await lockAccount(tx, actor.accountId);
      await endStep(tx, ticket);
      const isFirst = !(await hasFactor(tx, actor.accountId));
      await insert(tx);
      await confirmToken(tx, actor.tokenId);
      await note(tx, actor, action, requestId);
      await announceChange(tx, mail, { accountId: actor.accountId, what: 'factor', tokenId: actor.tokenId });
      if (!isFirst) return null;
      const { codes, hashes } = made ?? (await makeCodes(actor.accountId)); // the other factor has just ended
      await replaceRecoveryCodes(tx, actor.accountId, hashes);
      return codes;
    });
    return { recovery_codes, message: t('factors.added') };
  }

  /** @throws FACTOR_LAST when the person would be without the factor that they have to have */
  async function requireNotLast(tx: Tx, actor: Actor): Promise<void> {
    if (await hasFactor(tx, actor.accountId)) return;
    const { requiredMs } = await stateOf(actor);
    if (requiredMs !== null && requiredMs <= (await appNow(tx)).getTime()) throw appError('FACTOR_LAST');
    await replaceRecoveryCodes(tx, actor.accountId, []);
  }

  return [
    implement(factorList, async ({ tx, actor, site }) => {
      const [{ level, requiredMs }, passkeys, code, left] = await Promise.all([
        stateOf(actor),
        listPasskeys(tx, actor.accountId),
        findTimeCode(tx, actor.accountId),
        countRecoveryCodes(tx, actor.accountId),
      ]);
      return {
        factors: {
          level,
          required_from: requiredMs === null ? null : new Date(requiredMs).toISOString(),
          can_passkey: passkeySiteOf(site).name !== null,
          has_code: code !== null,
          passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
            id,
            name,
            created_at: created_at.toISOString(),
            last_used_at: last_used_at?.toISOString() ?? null,
          })),
          recovery_codes_left: left,
        },
      };
    }),
    implement(factorCodeBegin, async ({ actor }) => {
      const { email, school_name } = await requireOffered(actor);
      const secret = makeSecret();
      const ticket = await beginSetUp(db, actor.accountId, { challenge: '', secretSealed: sealer.seal(secret) });
      return { ticket, secret, uri: toAppAddress(secret, { school: school_name ?? 'Classwright', email }) };
    }),
    implement(factorCodeFinish, async ({ input, actor, requestId }) => {
      const { secret_sealed } = await requireStep(db, input.ticket, 'set_up', actor.accountId);
      const secret = secret_sealed && sealer.open(secret_sealed);
      if (!secret_sealed || !secret) throw appError('FACTOR_STEP_OVER');
      const step = findStep(secret, input.code, await appNow(db));
      if (step === null) throw fieldError('code', 'factors.codeWrong');
      return add(actor, { ticket: input.ticket, action: factorCodeFinish.name, requestId }, (tx) => replaceTimeCode(tx, actor.accountId, secret_sealed, step));
    }),
    implement(factorCodeRemove, async ({ tx, actor, requestId }) => {
      await lockAccount(tx, actor.accountId);
      if (!(await deleteTimeCode(tx, actor.accountId))) throw appError('NOT_FOUND');
      await requireNotLast(tx, actor);
      await note(tx, actor, factorCodeRemove.name, requestId);
      await announceChange(tx, mail, { accountId: actor.accountId, what: 'factorEnd', tokenId: actor.tokenId });
      return { message: t('factors.removed') };
    }),
    implement(factorPasskeyBegin, async ({ actor, site }) => {
      const holder = await requireOffered(actor);
      const who = { accountId: actor.accountId, email: holder.email, name: fullName(holder), school: holder.school_name ?? 'Classwright' };
      const options = await makeNewOptions(passkeySiteOf(site), who, await listPasskeys(db, actor.accountId));
      return { ticket: await beginSetUp(db, actor.accountId, { challenge: options.challenge, secretSealed: null }), options: { ...options } };
    }),
    implement(factorPasskeyFinish, async ({ input, actor, site, requestId }) => {
      const { challenge } = await requireStep(db, input.ticket, 'set_up', actor.accountId);
      const made = challenge === '' ? null : await checkNew(passkeySiteOf(site), input.passkey, challenge);
      if (!made) throw appError('FACTOR_REFUSED');
      return add(actor, { ticket: input.ticket, action: factorPasskeyFinish.name, requestId }, async (tx) => {
        const count = (await listPasskeys(tx, actor.accountId)).length;
        if (count >= MAX_PASSKEYS || !(await insertPasskey(tx, { ...made, account_id: actor.accountId, name: input.name }))) throw appError('FACTOR_REFUSED');
      });
    }),
    implement(factorPasskeyRemove, async ({ tx, actor, input, requestId }) => {
      await lockAccount(tx, actor.accountId);
      if (!(await deletePasskey(tx, actor.accountId, input.id))) throw appError('NOT_FOUND');
      await requireNotLast(tx, actor);
      await note(tx, actor, factorPasskeyRemove.name, requestId);
      await announceChange(tx, mail, { accountId: actor.accountId, what: 'factorEnd', tokenId: actor.tokenId });
      return { message: t('factors.removed') };
    }),
    implement(factorRecoveryRenew, async ({ actor, requestId }) => {
      if (!(await hasFactor(db, actor.accountId))) throw appError('FACTOR_STEP_OVER');
      const { codes, hashes } = await makeCodes(actor.accountId);
      await inTransaction(db, async (tx) => {
        await lockAccount(tx, actor.accountId);
        if (!(await hasFactor(tx, actor.accountId))) throw appError('FACTOR_STEP_OVER');
        await replaceRecoveryCodes(tx, actor.accountId, hashes);
        await note(tx, actor, factorRecoveryRenew.name, requestId);
      });
      return { recovery_codes: codes };
    }),
  ];
}
