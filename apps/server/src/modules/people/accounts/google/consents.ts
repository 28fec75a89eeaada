import { randomBytes } from 'node:crypto';
import type { Db } from '../../../../platform/database/index.ts';
import { sha256 } from '../tokens.ts';
import { type ConsentPurpose, insertConsent, takeConsent } from './consent-queries.ts';
import type { ConsentTokens, OpenIdProvider, VerifiedPerson } from './provider.ts';

interface Asking {
  purpose: ConsentPurpose;
  accountId: number;
}

/** The time to choose an account, type its password and read the consent screen. */
const MINUTES = 15;

/**
 * Starts a consent of a signed-in person. Returns the address to send the browser to, and a secret that the browser
 * keeps to itself. `asked`: what to ask consent for. @throws ProviderError
 */
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

/**
 * Finishes a consent, once, by the person who started it. Returns null when this person has started none for this
 * purpose, or it has expired. @throws ProviderError
 */
export async function finishConsent(
  db: Db,
  provider: OpenIdProvider,
  { answer, secret, ...asking }: Asking & { answer: string; secret: string },
): Promise<{ who: VerifiedPerson; tokens: ConsentTokens; redirectUri: string } | null> {
  const state = new URLSearchParams(answer).get('state') ?? '';
  const begun = await takeConsent(db, { ...asking, stateHash: sha256(state), secretHash: sha256(secret) });
  return begun && { ...(await provider.finishConsent({ ...begun, state }, answer)), redirectUri: begun.redirectUri };
}
