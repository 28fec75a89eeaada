import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { Gates } from '../../../platform/waiting/index.ts';
import type { Sealer } from '../../../platform/secrets.ts';
import { type OpenIdProvider, ProviderError } from '../../people/accounts/index.ts';
import { type ConnectionState, type DriveConnectionRow, findDriveConnection, saveDriveTokens, setDriveState } from './queries.ts';
import { DriveError } from './drive-error.ts';

export interface Tokens {
  /**
   * Returns a person's access token, valid for some minutes at least. @throws DRIVE_NOT_CONNECTED, DRIVE_WITHDRAWN,
   * DRIVE_SCOPE_MISSING, DRIVE_BLOCKED, DRIVE_UNREACHABLE
   */
  of(accountId: number): Promise<{ token: string; email: string }>;
  /**
   * Calls Google with a person's token, and once more with a new one when it is refused. @throws the same, and
   * DriveError of one file
   */
  with<T>(accountId: number, ask: (token: string) => Promise<T>): Promise<T>;
}

const codes = { withdrawn: 'DRIVE_WITHDRAWN', scope_missing: 'DRIVE_SCOPE_MISSING', blocked: 'DRIVE_BLOCKED' } as const;
const states = { token: 'withdrawn', scope: 'scope_missing', blocked: 'blocked' } as const;

/**
 * Provides people's tokens. One call of a process refreshes a token at a time. It holds no database connection during
 * that; two processes that refresh at the same time both get a valid token.
 */
export function createTokens({ db, provider, sealer }: { db: Db; provider: OpenIdProvider; sealer: Sealer }): Tokens {
  const gates = new Gates<number>(1);

  async function get(accountId: number): Promise<DriveConnectionRow> {
    const row = await findDriveConnection(db, accountId);
    if (!row) throw appError('DRIVE_NOT_CONNECTED');
    if (row.state !== 'ok') throw appError(codes[row.state]);
    return row;
  }

  async function fail(accountId: number, state: Exclude<ConnectionState, 'ok'>): Promise<never> {
    await setDriveState(db, accountId, state);
    throw appError(codes[state]);
  }

  /** Returns a token. `refused`: a token that Google does not accept though it has not expired. */
  async function tokenOf(accountId: number, refused: string | null): Promise<{ token: string; email: string }> {
    const opened = (row: DriveConnectionRow): { token: string; email: string } | null => {
      const token = row.is_fresh ? sealer.open(row.access_sealed) : null;
      return token === null || token === refused ? null : { token, email: row.email };
    };
    return opened(await get(accountId)) ?? gates.run(accountId, async () => opened(await get(accountId)) ?? refresh(accountId, opened));
  }

  async function refresh(accountId: number, opened: (row: DriveConnectionRow) => { token: string; email: string } | null) {
    const row = await get(accountId);
    const refreshToken = row.refresh_sealed && sealer.open(row.refresh_sealed);
    if (!refreshToken) return fail(accountId, 'withdrawn');
    try {
      const { accessToken, refreshToken: next, expiresInSeconds } = await provider.refresh(refreshToken);
      const kept = { refreshSealed: next === null ? null : sealer.seal(next), accessSealed: sealer.seal(accessToken), expiresInSeconds };
      await saveDriveTokens(db, accountId, row, kept);
      return { token: accessToken, email: row.email };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.refusal !== 'refused') throw appError('DRIVE_UNREACHABLE');
      // another process may have used a one-time token first, or the person has just reconnected
      return opened(await get(accountId)) ?? fail(accountId, 'withdrawn');
    }
  }

  return {
    of: (accountId) => tokenOf(accountId, null),
    async with(accountId, ask) {
      const { token } = await tokenOf(accountId, null);
      try {
        return await ask(token).catch(async (error: unknown) => {
          if (error instanceof DriveError && error.kind === 'token') return ask((await tokenOf(accountId, token)).token);
          throw error;
        });
      } catch (error) {
        if (error instanceof DriveError && (error.kind === 'token' || error.kind === 'scope' || error.kind === 'blocked'))
          return fail(accountId, states[error.kind]);
        throw error;
      }
    },
  };
}
