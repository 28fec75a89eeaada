import { randomBytes } from 'node:crypto';
import type { Db } from '../../../../platform/database/index.ts';
import { sha256 } from '../tokens.ts';
import { type ConsentPurpose, insertConsent, takeConsent } from './consent-queries.ts';
import type { ConsentTokens, OpenIdProvider, Vouched } from './provider.ts';

interface Asking {
  purpose: ConsentPurpose;
  accountId: number;
}

/** Time to choose an account, type its password and read what is asked for. */
const MINUTES = 15;

/** Begins a consent of somebody signed in: where to send the browser, and a secret that it keeps to itself. `asked`: what of. @throws ProviderError */
export async function beginConsent(
  db: Db,
  provider: OpenIdProvider,
  { redirectUri, asked, ...asking }: Asking & { redirectUri: string; asked: Record<string, string> },
): Promise<{ url: string; secret: string }> {
  const { url, begun } = await provider.begin(redirectUri, asked);
  const secret = randomBytes(32).toString('base64url');
  await insertConsent(db, { ...begun, ...asking, stateHash: sha256(begun.state), secretHash: sha256(secret), minutes: MINUTES });
  return { url, secret };
}

/** Finishes a consent, once, by the person who began it. Null: this person has begun none for this, or its time is over. @throws ProviderError */
export async function finishConsent(
  db: Db,
  provider: OpenIdProvider,
  { answer, secret, ...asking }: Asking & { answer: string; secret: string },
): Promise<{ who: Vouched; tokens: ConsentTokens; redirectUri: string } | null> {
  const state = new URLSearchParams(answer).get('state') ?? '';
  const begun = await takeConsent(db, { ...asking, stateHash: sha256(state), secretHash: sha256(secret) });
  return begun && { ...(await provider.finishConsent({ ...begun, state }, answer)), redirectUri: begun.redirectUri };
}
