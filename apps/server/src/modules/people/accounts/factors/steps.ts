import { requireOwnSite } from '../own-site.ts';
import { randomBytes } from 'node:crypto';
import type { FactorNeeded, FactorWay } from '@classwright/contract';
import { type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { type AppError, appError } from '../../../../platform/errors.ts';
import { requireSchoolOpenFor } from '../../../../platform/suspensions-queries.ts';
import type { Site } from '../../../../platform/sites.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import type { SignInThrottle } from '../guessing/index.ts';
import { isPasswordRight } from '../password.ts';
import type { SignInFactor } from '../queries.ts';
import type { SignInWay } from '../sign-in-audit.ts';
import { sha256 } from '../tokens.ts';
import { findStep, isTimeCode, toRecoveryText } from './codes.ts';
import { checkAnswer, makeOptions, type PasskeySite, passkeySiteOf } from './passkeys.ts';
import {
  findPasskey,
  findTimeCode,
  finishStep,
  insertStep,
  listPasskeys,
  listRecoveryCodes,
  markPasskeyUsed,
  type StepPurpose,
  type StepRow,
  tryStep,
  redeemRecoveryCode,
  redeemTimeStep,
} from './queries.ts';

/** The time to show a factor, or to set one up. */
const MINUTES = 10;
const MAX_TRIES = 10;

const makeTicket = (): { ticket: string; ticketHash: Buffer } => {
  const ticket = randomBytes(32).toString('base64url');
  return { ticket, ticketHash: sha256(ticket) };
};

/** Begins a step in which a person shows a factor. `options` is null for a person without a passkey that works here. */
export async function beginStep(
  db: Db,
  site: PasskeySite,
  { accountId, purpose, way }: { accountId: number; purpose: StepPurpose; way: SignInWay | null },
): Promise<FactorNeeded> {
  const passkeys = await listPasskeys(db, accountId);
  const options = passkeys.length > 0 && site.name !== null ? await makeOptions(site, passkeys) : null;
  const hasCode = (await findTimeCode(db, accountId)) !== null;
  const { ticket, ticketHash } = makeTicket();
  await insertStep(db, { account_id: accountId, purpose, way, challenge: options?.challenge ?? '', secret_sealed: null, ticketHash, minutes: MINUTES });
  const ways: FactorWay[] = [...(options ? (['passkey'] as const) : []), ...(hasCode ? (['code'] as const) : [])];
  return { ticket, ways, options };
}

/** Begins the second step of a sign-in. Returns the refusal with which the first one ends. */
export async function askForFactor(db: Db, { sites }: AccountsDependencies, accountId: number, way: SignInWay, site: Site): Promise<AppError> {
  await requireSchoolOpenFor(db, accountId);
  await requireOwnSite(db, sites, accountId, site);
  return appError('FACTOR_NEEDED', { ...(await beginStep(db, passkeySiteOf(site), { accountId, purpose: 'sign_in', way })) });
}

/** Begins a sign-in with a passkey alone. @throws PASSKEY_NOT_HERE */
export async function beginAlone(db: Db, site: PasskeySite): Promise<{ ticket: string; options: Awaited<ReturnType<typeof makeOptions>> }> {
  const options = await makeOptions(site, []);
  const { ticket, ticketHash } = makeTicket();
  await insertStep(db, { account_id: null, purpose: 'sign_in', way: null, challenge: options.challenge, secret_sealed: null, ticketHash, minutes: MINUTES });
  return { ticket, options };
}

/** Begins to set up a factor. */
export async function beginSetUp(db: Db, accountId: number, given: { challenge: string; secretSealed: Buffer | null }): Promise<string> {
  const { ticket, ticketHash } = makeTicket();
  const { challenge, secretSealed } = given;
  await insertStep(db, { account_id: accountId, purpose: 'set_up', way: null, challenge, secret_sealed: secretSealed, ticketHash, minutes: MINUTES });
  return ticket;
}

/** Counts an attempt at a step of this person, or of nobody yet. @throws FACTOR_STEP_OVER */
export async function requireStep(db: Db, ticket: string, purpose: StepPurpose, accountId?: number): Promise<StepRow> {
  const step = await tryStep(db, sha256(ticket), purpose, MAX_TRIES);
  if (!step || (accountId !== undefined && step.account_id !== accountId)) throw appError('FACTOR_STEP_OVER');
  return step;
}

/** Finishes a step within the transaction of its result. @throws FACTOR_STEP_OVER for the slower of two */
export async function endStep(tx: Tx, ticket: string): Promise<void> {
  if (!(await finishStep(tx, sha256(ticket)))) throw appError('FACTOR_STEP_OVER');
}

interface Shown {
  code?: string | undefined;
  passkey?: { id: string } | undefined;
}

interface Right {
  accountId: number;
  factor: SignInFactor;
}

/** Checks the factors that people show. */
export function createFactorCheck({ db, sealer }: AccountsDependencies, throttle: SignInThrottle) {
  async function isCodeRight(accountId: number, code: string): Promise<boolean> {
    if (!isTimeCode(code)) return isRecoveryCodeRight(accountId, code);
    const kept = await findTimeCode(db, accountId);
    const secret = kept && sealer.open(kept.secret_sealed);
    const step = kept && secret ? findStep(secret, code, kept.now) : null;
    return step !== null && redeemTimeStep(db, accountId, step);
  }

  async function isRecoveryCodeRight(accountId: number, code: string): Promise<boolean> {
    const text = toRecoveryText(sealer, accountId, code);
    for (const { id, code_hash } of await listRecoveryCodes(db, accountId)) if (await isPasswordRight(text, code_hash)) return redeemRecoveryCode(db, id);
    return false;
  }
  return {
    /**
     * Checks what somebody shows for a step, and uses it up. Guesses at one account are slowed down over all processes.
     * @throws FACTOR_REFUSED, TOO_MANY_REQUESTS
     */
    async check(step: StepRow, { code, passkey }: Shown, from: { site: Site; address: string }): Promise<Right> {
      if (passkey) {
        const known = await findPasskey(db, passkey.id);
        if (!known || (step.account_id !== null && step.account_id !== known.account_id)) throw appError('FACTOR_REFUSED');
        const counter = await checkAnswer(passkeySiteOf(from.site), {
          passkey: known,
          answer: passkey,
          challenge: step.challenge,
          isAlone: step.account_id === null,
        });
        if (counter === null || !(await inTransaction(db, (tx) => markPasskeyUsed(tx, known, counter)))) throw appError('FACTOR_REFUSED');
        return { accountId: known.account_id, factor: 'passkey' };
      }
      const accountId = step.account_id;
      if (accountId === null || code === undefined) throw appError('FACTOR_REFUSED');
      const tried = { accountKey: `factor ${accountId}`, address: from.address, device: '', isKnownDevice: false };
      if (!(await throttle.run(tried, () => isCodeRight(accountId, code))).isRight) throw appError('FACTOR_REFUSED');
      return { accountId, factor: isTimeCode(code) ? 'code' : 'recovery' };
    },
  };
}
