/**
 * Hand-off: a code in place of a token, where an address must be opened that carries no header.
 *
 * Invariants: a code counts once, for 60 seconds, for one target, and only as long as the token that asked for it; only
 * its hash is kept; whoever redeems it learns who it is and what they may do at that moment, never a token.
 */
import { createHash, randomBytes } from 'node:crypto';
import { handOffCreate, handOffRedeem, type UserView } from '@classwright/contract';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { AppError, appError } from '../../../platform/errors.ts';
import type { Manifest } from '../../../manifest.ts';
import { type Actor, implement } from '../../../platform/http/index.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import type { AccessEngine } from '../access/index.ts';
import { actorOfToken } from '../accounts/index.ts';
import { deleteOldCodes, insertCode, useCode } from './queries.ts';

const LIFETIME_SECONDS = 60;

export interface HandOffDependencies {
  db: Db;
  access: AccessEngine;
  describe: (db: Db, accountId: number) => Promise<UserView>;
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Whoever holds a live token; an ended one opens nothing. @throws HAND_OFF_REFUSED */
async function requireActor(db: Db, access: AccessEngine, used: { token_id: number } | null): Promise<Actor> {
  if (!used) throw appError('HAND_OFF_REFUSED');
  const actor = await actorOfToken(db, access, used.token_id).catch((error: unknown) => {
    throw error instanceof AppError ? appError('HAND_OFF_REFUSED') : error;
  });
  if (actor.isEnded) throw appError('HAND_OFF_REFUSED');
  return actor;
}

/** Opens a download of ours with a code. @throws HAND_OFF_REFUSED */
export function createCodeOpener({ db, access }: Pick<HandOffDependencies, 'db' | 'access'>): (code: string, path: string) => Promise<Actor> {
  return async (code, path) => requireActor(db, access, await useCode(db, hashOf(code), { path }));
}

/** A code for whoever holds this token. */
export async function issueCode(tx: Tx, tokenId: number, target: string): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await insertCode(tx, { codeHash: hashOf(code), tokenId, target, seconds: LIFETIME_SECONDS });
  return code;
}

export function handOffModule({ db, access, describe }: HandOffDependencies): Manifest {
  const implementations = [
    implement(handOffCreate, async ({ tx, actor, input }) => ({
      code: await issueCode(tx, actor.tokenId, input.target),
      expires_in: LIFETIME_SECONDS,
    })),
    implement(handOffRedeem, async ({ tx, input }) => {
      if (input.target?.startsWith('/')) throw appError('HAND_OFF_REFUSED'); // our own downloads redeem their codes themselves
      const used = await useCode(tx, hashOf(input.code), { site: input.target ?? null });
      const { accountId } = await requireActor(tx, access, used);
      return { target: used?.target ?? '', user: await describe(tx, accountId) };
    }),
  ];
  return { implementations, jobs: [scheduledJob('hand-off.forget', 60, () => deleteOldCodes(db))] };
}
