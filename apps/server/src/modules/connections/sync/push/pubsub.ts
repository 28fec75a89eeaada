import { createPrivateKey, sign } from 'node:crypto';
import { appNow } from '../../../../platform/clock.ts';
import type { PushSettings } from '../../../../platform/config.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { callGoogle, type GoogleCall, parseAnswer, send } from '../google/http.ts';
import { GoogleCallError } from '../google/google-call-error.ts';

export interface PubSub {
  /**
   * Pulls a limited number of messages; Google waits for the first one as long as it chooses. @throws GoogleCallError
   */
  pull(most: number, signal: AbortSignal): Promise<unknown>;
  /** Acknowledges messages, so that they are not sent again. @throws GoogleCallError */
  acknowledge(ackIds: readonly string[], signal: AbortSignal): Promise<void>;
}

const SCOPE = 'https://www.googleapis.com/auth/pubsub';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const PULL_MS = 100_000;
const ASSERTION_SECONDS = 3_600;

/**
 * Creates the client of Google's Pub/Sub, with the service account from the settings: its key signs requests for tokens
 * that last an hour.
 */
export function createPubSub(db: Db, { url, subscription, credentials }: PushSettings): PubSub {
  let kept: { token: string; untilMs: number } | null = null;

  async function ask(call: Omit<GoogleCall, 'path'>, verb: string): Promise<unknown> {
    const whole = { ...call, path: `/v1/${subscription}:${verb}` };
    try {
      return await callGoogle({ url }, await tokenOf(), whole);
    } catch (error) {
      if (!(error instanceof GoogleCallError) || error.kind !== 'token') throw error;
      kept = null; // it is not taken though its time is not over
      return callGoogle({ url }, await tokenOf(), whole);
    }
  }

  async function tokenOf(): Promise<string> {
    const nowMs = (await appNow(db)).getTime();
    if (kept && kept.untilMs > nowMs + 60_000) return kept.token;
    const body = new URLSearchParams({ grant_type: GRANT, assertion: assertionOf(credentials, nowMs) });
    const { status, text } = await send(credentials.tokenUrl, { method: 'POST', body, headers: { accept: 'application/json' } });
    if (status === 400 || status === 401) throw new GoogleCallError('withdrawn', `the service account is not taken: ${wordsOf(text)}`);
    if (status !== 200) throw new GoogleCallError('transient', `no token: HTTP ${status}`);
    const { access_token: token, expires_in: seconds } = (parseAnswer(text) ?? {}) as { access_token?: unknown; expires_in?: unknown };
    if (typeof token !== 'string' || !/^[\x21-\x7e]{1,5000}$/.test(token)) throw new GoogleCallError('transient', 'an answer without a token');
    kept = { token, untilMs: nowMs + (typeof seconds === 'number' ? Math.min(seconds, ASSERTION_SECONDS) : 0) * 1000 };
    return token;
  }

  return {
    pull: (maxMessages, signal) => ask({ method: 'POST', body: { maxMessages }, signal, timeoutMs: PULL_MS }, 'pull'),
    async acknowledge(ackIds, signal) {
      if (ackIds.length > 0) await ask({ method: 'POST', body: { ackIds }, signal }, 'acknowledge');
    },
  };
}

/** Builds the assertion of RFC 7523: the requester and the purpose, signed with the account's key. */
function assertionOf({ email, keyId, privateKey, tokenUrl }: PushSettings['credentials'], nowMs: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(nowMs / 1000);
  const head = part({ alg: 'RS256', typ: 'JWT', ...(keyId === null ? {} : { kid: keyId }) });
  const text = `${head}.${part({ iss: email, scope: SCOPE, aud: tokenUrl.href, iat, exp: iat + ASSERTION_SECONDS })}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), createPrivateKey(privateKey)).toString('base64url')}`;
}

function wordsOf(text: string): string {
  try {
    const { error, error_description: more } = JSON.parse(text) as { error?: unknown; error_description?: unknown };
    return [error, more]
      .filter((one) => typeof one === 'string')
      .join(', ')
      .slice(0, 300);
  } catch {
    return 'an answer that cannot be read';
  }
}
