import { authLogin } from '@classwright/contract';
import { inTransaction } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { describeSignIn, signInDevice } from './complete-sign-in.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { toEmailKey } from './email.ts';
import { isPasswordRight } from './password.ts';
import { findCredentials, isKnownDevice } from './queries.ts';
import type { SignInThrottle } from './throttle.ts';
import { sha256 } from './tokens.ts';

/**
 * Signing in. The password is checked before any transaction is open. On another device the older tokens end, unless the
 * school lets its staff keep several.
 */
export function implementAuthLogin(dependencies: AccountsDependencies, throttle: SignInThrottle): Implementation {
  const { db } = dependencies;
  return implement(authLogin, async ({ input, address, userAgent }) => {
    const emailKey = toEmailKey(input.email);
    const device = { hash: input.device === '' ? null : sha256(input.device), label: userAgent };
    const credentials = await findCredentials(db, emailKey);
    const isKnown = credentials !== null && device.hash !== null && (await isKnownDevice(db, credentials.id, device.hash));
    const check = () => isPasswordRight(input.password, credentials?.password_hash ?? null);
    const isRight = isKnown ? await check() : await throttle.run(emailKey, address, check);
    if (!isRight || credentials === null) throw appError('SIGN_IN_REFUSED');
    const signedIn = await inTransaction(db, (tx) => signInDevice(tx, dependencies, credentials.id, device, !credentials.several_devices));
    return describeSignIn(db, dependencies, signedIn);
  });
}
