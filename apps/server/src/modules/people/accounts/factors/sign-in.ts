import { authConfirm, authConfirmWays, authFactor, authPasskeyBegin } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { describeSignIn, signInDevice, toDevice } from '../complete-sign-in.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import type { SignInThrottle } from '../guessing/index.ts';
import { isPasswordRight } from '../password.ts';
import { confirmToken, findCredentialsById } from '../queries.ts';
import { noteFailure, noteSignIn, type SignInWay } from '../sign-in-audit.ts';
import { passkeySiteOf } from './passkeys.ts';
import { beginAlone, beginStep, createFactorCheck, endStep, requireStep } from './steps.ts';

/** Signs people in with a factor, and lets signed-in people confirm who they are. */
export function implementFactorSignIn(dependencies: AccountsDependencies, throttle: SignInThrottle): Implementation[] {
  const { db } = dependencies;
  const { check } = createFactorCheck(dependencies, throttle);
  return [
    implement(authPasskeyBegin, async (call) => {
      const { ticket, options } = await beginAlone(db, passkeySiteOf(call.site));
      return { ticket, options: { ...options } };
    }),
    implement(authFactor, async ({ input, address, userAgent, site, requestId }) => {
      const step = await requireStep(db, input.ticket, 'sign_in');
      const { accountId, factor } = await check(step, input, { address, site });
      const credentials = await findCredentialsById(db, accountId);
      if (!credentials?.has_factor) throw appError('FACTOR_STEP_OVER'); // ended in the meantime
      const device = toDevice(input.device, userAgent);
      const signedIn = await inTransaction(db, async (tx) => {
        await endStep(tx, input.ticket);
        const done = await signInDevice(tx, dependencies, accountId, device, !credentials.several_devices, site, factor);
        await noteSignIn(tx, dependencies, { account: credentials, way: (step.way as SignInWay | null) ?? 'passkey', factor, device, address, requestId });
        if (factor === 'recovery')
          await audit(
            tx,
            { accountId, schoolId: credentials.school_id },
            { action: 'factor.recovery.use', subjectType: 'account', subjectId: accountId, requestId },
          );
        return done;
      });
      return describeSignIn(db, dependencies, signedIn);
    }),
    implement(authConfirmWays, async ({ actor, site }) => {
      const credentials = await findCredentialsById(db, actor.accountId);
      if (!credentials?.has_factor) return { ways: credentials?.password_hash == null ? [] : ['password' as const], ticket: null, options: null };
      const { ticket, ways, options } = await beginStep(db, passkeySiteOf(site), {
        accountId: actor.accountId,
        purpose: 'confirm',
        way: null,
      });
      return { ticket, ways: [...ways], options: options as { challenge: string } | null };
    }),
    implement(authConfirm, async ({ input, actor, address, userAgent, site, requestId }) => {
      const credentials = await findCredentialsById(db, actor.accountId);
      if (credentials?.has_factor) {
        const { ticket = '' } = input;
        const step = await requireStep(db, ticket, 'confirm', actor.accountId);
        await check(step, input, { address, site });
        await inTransaction(db, async (tx) => {
          await endStep(tx, ticket);
          await confirmToken(tx, actor.tokenId);
        });
        return {};
      }
      // a signed-in person does not wait in a stranger's lane
      const tried = { accountKey: `confirm ${actor.accountId}`, address, device: 'signed in', isKnownDevice: true };
      const outcome = await throttle.run(tried, () => isPasswordRight(input.password ?? '', credentials?.password_hash ?? null));
      if (!outcome.isRight) {
        await noteFailure(dependencies, { account: credentials, outcome, device: toDevice('', userAgent), address, requestId });
        throw fieldError('password', 'password.wrong');
      }
      await confirmToken(db, actor.tokenId);
      return {};
    }),
  ];
}
