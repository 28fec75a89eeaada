import { authGoogleBegin, authGoogleFinish } from '@classwright/contract';
import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { Log } from '../../../../platform/log.ts';
import { describeSignIn, signInDevice, toDevice } from '../complete-sign-in.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { toEmailKey } from '../email.ts';
import { askForFactor } from '../factors/index.ts';
import { findCredentials, findCredentialsById } from '../queries.ts';
import { noteSignIn } from '../sign-in-audit.ts';
import { sha256 } from '../tokens.ts';
import { OpenIdProvider, ProviderError } from './provider.ts';
import { findIdentityHolder, insertBegun, keepIdentity, takeBegun } from './queries.ts';

/** The time to choose an account and type its password. */
const MINUTES = 15;
/** The page that the provider sends people back to after sign-in. */
const RETURN_PATH = '/google-sign-in';

/**
 * Signs people in with a Google account. The first time, it finds the active account with the same address, which
 * Google confirms is theirs; later, it uses the same person at Google, even when the address has a new owner. It never
 * creates an account. The browser that started the sign-in holds a secret of its own, so a response that was sent to
 * another person is useless. Each sign-in can be finished once.
 */
export function implementGoogleSignIn(dependencies: AccountsDependencies): Implementation[] {
  const { db, google } = dependencies;
  const provider = google && new OpenIdProvider(google);

  const toAppError = (error: unknown, log: Log) => {
    if (!(error instanceof ProviderError)) return error;
    if (error.refusal === 'cancelled') return appError('GOOGLE_CANCELLED');
    log.warn({ err: error.cause }, 'sign-in with Google');
    return appError(error.refusal === 'unreachable' ? 'GOOGLE_UNREACHABLE' : 'GOOGLE_REFUSED');
  };

  return [
    implement(authGoogleBegin, async ({ site, log }) => {
      if (!provider) throw appError('GOOGLE_NOT_SET_UP');
      const redirectUri = `${site.origin}${RETURN_PATH}`;
      const { url, begun } = await provider.begin(redirectUri).catch((error: unknown) => {
        throw toAppError(error, log);
      });
      const secret = randomBytes(32).toString('base64url');
      await insertBegun(db, { ...begun, stateHash: sha256(begun.state), secretHash: sha256(secret), minutes: MINUTES });
      return { url, secret };
    }),
    implement(authGoogleFinish, async ({ input, userAgent, address, site, requestId, log }) => {
      if (!provider) throw appError('GOOGLE_NOT_SET_UP');
      const state = new URLSearchParams(input.answer).get('state') ?? '';
      const begun = await takeBegun(db, sha256(state), sha256(input.secret));
      if (!begun) throw appError('GOOGLE_REFUSED');
      const { email, isVerified, identity, hasFactor } = await provider.finish({ ...begun, state }, input.answer).catch((error: unknown) => {
        throw toAppError(error, log);
      });
      if (email === null || !isVerified) throw appError('GOOGLE_EMAIL_UNVERIFIED');
      const holder = await findIdentityHolder(db, identity);
      const byAddress = async () => (isPlain(email) ? findCredentials(db, toEmailKey(email)) : null);
      const credentials = holder === null ? await byAddress() : await findCredentialsById(db, holder);
      if (!credentials) throw appError('GOOGLE_NO_ACCOUNT', { email });
      const device = toDevice(input.device, userAgent);
      const signedIn = await inTransaction(db, async (tx) => {
        if (!(await keepIdentity(tx, credentials.id, identity))) throw appError('GOOGLE_OTHER_PERSON', { email });
        if (credentials.has_factor && !hasFactor) return null;
        const factor = hasFactor ? 'google' : null;
        const done = await signInDevice(tx, dependencies, credentials.id, device, !credentials.several_devices, site, factor);
        await noteSignIn(tx, dependencies, { account: credentials, way: 'google', factor, device, address, requestId });
        return done;
      });
      if (!signedIn) throw await askForFactor(db, dependencies, credentials.id, 'google', site);
      return describeSignIn(db, dependencies, signedIn);
    }),
  ];
}

/**
 * Returns false for an address that only looks like another one (wide letters, ligatures). It never matches an account,
 * since the keys of both would be the same.
 */
const isPlain = (email: string): boolean => email.trim().toLowerCase() === toEmailKey(email);
