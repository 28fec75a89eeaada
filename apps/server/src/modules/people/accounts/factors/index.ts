/**
 * Second factors: passkeys, codes of an app and recovery codes; confirmations of who somebody is; the requirement by role.
 *
 * Invariants: a code is accepted once, a recovery code too, and a step is finished once, over all processes. Secrets of
 * apps are sealed, recovery codes and tickets are kept as hashes. A passkey counts only for the address it was made at.
 */
import type { Implementation } from '../../../../platform/http/index.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import type { SignInThrottle } from '../guessing/index.ts';
import { implementFactorAdministration } from './administration.ts';
import { implementOwnFactors } from './own.ts';
import { implementFactorSignIn } from './sign-in.ts';

export { deleteFactors, deleteOldSteps, endNewFactors } from './queries.ts';
export { askForFactor } from './steps.ts';

export function implementFactors(dependencies: AccountsDependencies, throttle: SignInThrottle): Implementation[] {
  return [...implementFactorSignIn(dependencies, throttle), ...implementOwnFactors(dependencies), ...implementFactorAdministration(dependencies)];
}
