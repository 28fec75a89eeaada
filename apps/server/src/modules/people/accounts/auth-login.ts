import { authLogin } from '@classwright/contract';
import { inTransaction } from '../../../platform/database/index.ts';
import { appError, tooManyRequests } from '../../../platform/errors.ts';
import { Gate } from '../../../platform/waiting/index.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { describeSignIn, signInDevice, toDevice } from './complete-sign-in.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { toEmailKey } from './email.ts';
import { askForFactor } from './factors/index.ts';
import { placeOf, type SignInThrottle } from './guessing/index.ts';
import { hashPassword, isPasswordRight, isWeaklyHashed } from './password.ts';
import { findCredentialsOnDevice, replaceHash } from './queries.ts';
import { noteFailure, noteSignIn } from './sign-in-audit.ts';

/**
 * The maximum number of sign-ins whose accounts are looked up together, so that a thousand simultaneous sign-ins leave
 * the database free for a lesson.
 */
const LOOKUPS = 3;
const lookups = new Gate({ atOnce: LOOKUPS, maxWaiting: 10_000, refusal: () => tooManyRequests(10) });

/**
 * Signs people in. It checks the password before it opens a transaction. Older tokens end, as `signInDevice` describes.
 */
export function implementAuthLogin(dependencies: AccountsDependencies, throttle: SignInThrottle): Implementation {
  const { db } = dependencies;
  return implement(authLogin, async ({ input, address, userAgent, site, requestId, log }) => {
    const accountKey = toEmailKey(input.email);
    const device = toDevice(input.device, userAgent);
    const turn = { place: placeOf(address), who: accountKey };
    const credentials = await lookups.run(turn, () => findCredentialsOnDevice(db, accountKey, device.hash));
    const passwordHash = credentials?.password_hash ?? null;
    const tried = { accountKey, address, device: input.device, isKnownDevice: credentials?.is_known_device ?? false };
    const outcome = await throttle.run(tried, () => isPasswordRight(input.password, passwordHash, turn));
    if (!outcome.isRight || credentials === null || passwordHash === null) {
      // nobody waits for the entry, since the response time must not reveal which accounts exist
      noteFailure(dependencies, { account: credentials, outcome, device, address, requestId }).catch((error: unknown) =>
        log.error({ err: error }, 'a refused sign-in could not be kept in the audit trail'),
      );
      throw appError('SIGN_IN_REFUSED');
    }
    if (credentials.has_factor && credentials.status) throw await askForFactor(db, dependencies, credentials.id, 'password', site);
    const stronger = isWeaklyHashed(passwordHash) ? await hashPassword(input.password, turn) : null;
    const signedIn = await inTransaction(db, async (tx) => {
      const done = await signInDevice(tx, dependencies, credentials.id, device, !credentials.several_devices, site);
      if (stronger !== null) await replaceHash(tx, credentials.id, passwordHash, stronger);
      await noteSignIn(tx, dependencies, { account: credentials, way: 'password', device, address, requestId });
      return done;
    });
    return describeSignIn(db, dependencies, signedIn);
  });
}
