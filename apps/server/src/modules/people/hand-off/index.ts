/**
 * Hand-off: a short-lived code that replaces a token where an address must be opened without a header.
 *
 * Invariants: a code works once, for 60 seconds, for one target, and only while the token that requested it is live;
 * only its hash is stored; redeeming it returns the person's identity and current rights, never a token.
 */
import { createHash, randomBytes } from 'node:crypto';
import { addressOf, contract, type Endpoint, handOffCreate, handOffRedeem, type UserView } from '@classwright/contract';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { AppError, appError } from '../../../platform/errors.ts';
import type { Manifest } from '../../../manifest.ts';
import { type Actor, implement, requireConfirmed } from '../../../platform/http/index.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import type { AccessEngine } from '../access/index.ts';
import { actorOfToken } from '../accounts/index.ts';
import { deleteOldCodes, insertCode, useCode } from './queries.ts';
import { personalData } from './personal-data.ts';

const LIFETIME_SECONDS = 60;

export interface HandOffDependencies {
  db: Db;
  access: AccessEngine;
  describeAccount: (db: Db, accountId: number) => Promise<UserView>;
}

/** The downloads that a code opens, by their addresses. */
const DOWNLOADS = new Map<string, Endpoint>(contract.flatMap((endpoint: Endpoint) => (endpoint.acceptsHandOff ? [[addressOf(endpoint), endpoint]] : [])));

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Returns the person behind a live token; an ended token is refused. @throws HAND_OFF_REFUSED */
async function requireActor(db: Db, access: AccessEngine, used: { token_id: number } | null): Promise<Actor> {
  if (!used) throw appError('HAND_OFF_REFUSED');
  const actor = await actorOfToken(db, access, used.token_id).catch((error: unknown) => {
    throw error instanceof AppError ? appError('HAND_OFF_REFUSED') : error;
  });
  if (actor.isEnded || actor.suspension) throw appError('HAND_OFF_REFUSED');
  return actor;
}

/** Creates the function that opens one of our downloads with a code. @throws HAND_OFF_REFUSED */
function createCodeOpener({ db, access }: Pick<HandOffDependencies, 'db' | 'access'>): (code: string, path: string) => Promise<Actor> {
  return async (code, path) => requireActor(db, access, await useCode(db, hashOf(code), { path }));
}

/** Issues a code on behalf of this token. */
export async function issueCode(tx: Tx, tokenId: number, target: string): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await insertCode(tx, { codeHash: hashOf(code), tokenId, target, seconds: LIFETIME_SECONDS });
  return code;
}

export function handOffModule({ db, access, describeAccount }: HandOffDependencies): Manifest {
  const implementations = [
    implement(handOffCreate, async ({ tx, actor, input }) => {
      const opened = DOWNLOADS.get(input.target);
      if (opened) requireConfirmed(opened, actor); // the window that opens it can ask nobody
      return { code: await issueCode(tx, actor.tokenId, input.target), expires_in: LIFETIME_SECONDS };
    }),
    implement(handOffRedeem, async ({ tx, input }) => {
      if (input.target?.startsWith('/')) throw appError('HAND_OFF_REFUSED'); // our own downloads redeem their codes themselves
      const used = await useCode(tx, hashOf(input.code), { site: input.target ?? null });
      const { accountId } = await requireActor(tx, access, used);
      return { target: used?.target ?? '', user: await describeAccount(tx, accountId) };
    }),
  ];
  return {
    personalData,
    implementations,
    jobs: [scheduledJob('hand-off.forget', 60, () => deleteOldCodes(db))],
    services: { redeemHandOff: createCodeOpener({ db, access }) },
  };
}
