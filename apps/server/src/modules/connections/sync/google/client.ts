import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import type { Sealer } from '../../../../platform/secrets.ts';
import type { ClassroomSettings } from '../../../../platform/config.ts';
import { type OpenIdProvider, ProviderError } from '../../../people/accounts/index.ts';
import { type ConnectionRow, findTokens, lockTokens, saveTokens, setConnectionState } from '../connections/queries.ts';
import { callGoogle, type GoogleCall } from './http.ts';
import type { Quota } from './quota.ts';
import { GoogleCallError } from './google-call-error.ts';

export type GoogleCaller = (call: GoogleCall) => Promise<unknown>;

export interface GoogleClient {
  /**
   * Returns a caller that asks Google through a connection, within its quota. `onCall` counts. @throws GoogleCallError,
   * QuotaWait
   */
  through(connection: Pick<ConnectionRow, 'id' | 'subject'>, onCall?: () => void): GoogleCaller;
}

interface ClientOptions {
  db: Db;
  settings: ClassroomSettings;
  provider: OpenIdProvider;
  sealer: Sealer;
  quota: Quota;
}

/**
 * Creates the client of Google Classroom for its connections: tokens are refreshed once for all processes, and every
 * call is counted.
 */
export function createGoogleClient({ db, settings, provider, sealer, quota }: ClientOptions): GoogleClient {
  async function tokenOf(id: number, isRefused = false): Promise<string> {
    const kept = await findTokens(db, id);
    const access = kept?.access_sealed && sealer.open(kept.access_sealed);
    if (kept?.is_fresh && access && !isRefused) return access;
    return inTransaction(db, (tx) => refresh(tx, id, isRefused ? access : null));
  }

  /** Refreshes a token. `refused`: an unexpired token that Google did not accept. */
  async function refresh(tx: Parameters<Parameters<typeof inTransaction>[1]>[0], id: number, refused: string | null | undefined): Promise<string> {
    const kept = await lockTokens(tx, id);
    const access = kept?.access_sealed && sealer.open(kept.access_sealed);
    if (kept?.is_fresh && access && access !== refused) return access; // another process was first
    const token = kept?.refresh_sealed && sealer.open(kept.refresh_sealed);
    if (!token) throw new GoogleCallError('withdrawn', 'no refresh token');
    const tokens = await provider.refresh(token).catch((error: unknown) => {
      const isGone = error instanceof ProviderError && error.refusal === 'refused';
      throw new GoogleCallError(isGone ? 'withdrawn' : 'transient', 'the token cannot be refreshed', { cause: error });
    });
    await saveTokens(tx, id, {
      refreshSealed: tokens.refreshToken === null ? null : sealer.seal(tokens.refreshToken),
      accessSealed: sealer.seal(tokens.accessToken),
      expiresInSeconds: tokens.expiresInSeconds,
    });
    return tokens.accessToken;
  }

  return {
    through({ id, subject }, onCall = () => undefined) {
      async function ask(call: GoogleCall, isRefused: boolean): Promise<unknown> {
        const token = await tokenOf(id, isRefused);
        await quota.take(subject);
        onCall();
        return callGoogle(settings, token, call);
      }
      return async (call) => {
        try {
          return await ask(call, false).catch((error: unknown) => {
            if (error instanceof GoogleCallError && error.kind === 'token') return ask(call, true);
            throw error;
          });
        } catch (error) {
          if (!(error instanceof GoogleCallError)) throw error;
          if (error.kind === 'quota') throw await quota.exceeded(subject, error.retryAfterMs);
          if (error.kind === 'withdrawn' || error.kind === 'token') await setConnectionState(db, id, 'withdrawn');
          if (error.kind === 'scope' && !call.isAside) await setConnectionState(db, id, 'scope_missing');
          if (error.kind === 'blocked' && !call.isAside) await setConnectionState(db, id, 'blocked');
          throw error.kind === 'token' ? new GoogleCallError('withdrawn', error.message, { cause: error }) : error;
        }
      };
    },
  };
}
